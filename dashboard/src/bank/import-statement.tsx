// Imports a statement by drag and drop or by the browser's own dialog. The columns of a CSV file are asked for once.

import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { decodeText } from '../../../server/src/kernel/text-encoding.ts'
import { messageOf } from '../app/api.ts'
import { useChange } from '../app/session.ts'
import { Button } from '../ui/button.tsx'
import { FormError } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { MappingDialog } from './mapping-dialog.tsx'
import { formatOf, type Statement } from './statement.ts'

/** The limit of the API, checked before anything is sent. */
const MOST_BYTES = 10 * 1024 * 1024
/** Transactions that the answer has automatic matches of; those of the others follow within seconds. */
const MATCHED_AT_ONCE = 100

/** The place where statements are dropped. */
export function ImportStatement() {
  const input = useRef<HTMLInputElement>(null)
  const [is_over, setOver] = useState(false)
  const [fault, setFault] = useState<string>()
  const [csv, setCsv] = useState<Statement>()
  const send = useChange(
    (sender, { format, content, mapping }: Statement) =>
      sender.post('/v1/bank-statements', { body: { format, content, ...(mapping && { mapping }) } }),
    ({ added, duplicates, transactions }) => {
      setCsv(undefined)
      toast(sentenceOf(added, duplicates, transactions.filter(({ status }) => status === 'matched').length))
    },
    { repeats: true },
  )
  const take = async (files: FileList | null) => {
    const file = files?.[0]
    if (!file || send.isPending) return
    send.reset()
    setFault(file.size > MOST_BYTES ? 'The file is larger than 10 MB.' : file.size === 0 ? 'The file is empty.' : undefined)
    if (file.size > MOST_BYTES || file.size === 0) return
    const content = decodeText(new Uint8Array(await file.arrayBuffer()))
    const statement = { name: file.name, format: formatOf(content), content }
    if (statement.format === 'csv') setCsv(statement)
    else send.mutate(statement)
  }
  const over = (event: DragEvent, is: boolean) => {
    event.preventDefault()
    setOver(is)
  }
  const error = fault ?? (send.error && !csv ? messageOf(send.error) : undefined)
  return (
    <section
      aria-label="Import a statement"
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false)
        void take(event.dataTransfer.files)
      }}
      className={`card mb-5 space-y-3 border-dashed p-4 ${is_over ? 'bg-accent-wash' : ''}`}
    >
      <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-3 text-center">
        <p className="text-soft">
          Drop a bank statement here: CAMT.053, MT940 or CSV, up to 10 MB. Transactions you already imported are skipped.
        </p>
        <input
          ref={input}
          type="file"
          accept=".xml,.sta,.mt940,.940,.txt,.csv,application/xml,text/xml,text/plain,text/csv"
          aria-label="Statement file"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void take(event.target.files)
            // The same file can be chosen again.
            event.target.value = ''
          }}
        />
        <Button is_busy={send.isPending} onClick={() => input.current?.click()}>
          <FileUp size={15} aria-hidden />
          Choose a file
        </Button>
      </div>
      <FormError>{error}</FormError>
      {csv && (
        <MappingDialog
          statement={csv}
          error={send.error}
          is_busy={send.isPending}
          onImport={(mapping) => send.mutate({ ...csv, mapping })}
          onClose={() => setCsv(undefined)}
        />
      )}
    </section>
  )
}

function sentenceOf(added: number, duplicates: number, matched: number): string {
  const known = duplicates === 0 ? '' : `, ${duplicates} already imported`
  const automatic = matched === 0 ? '' : `, ${matched} matched automatically${added > MATCHED_AT_ONCE ? ' so far' : ''}`
  return `${added} new ${added === 1 ? 'transaction' : 'transactions'}${known}${automatic}`
}
