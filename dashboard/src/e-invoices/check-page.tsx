// An e-invoice of anyone: dropped or chosen, shown as a document, with the verdict beside it. Nothing is stored.

import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { messageOf, sendFile } from '../app/api.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { FormError } from '../ui/field.tsx'
import { Facts, PageHeader } from '../ui/list.tsx'
import { Bones } from '../ui/states.tsx'
import { FORMAT_NAMES } from './formats.ts'
import { Problems } from './problems.tsx'
import { ReceivedPaper } from './received-paper.tsx'

type Inspection = components['schemas']['EInvoiceInspection']

/** The service takes no more; said here before anything is sent. */
const MOST_BYTES = 5 * 1024 * 1024

/** The page that checks a file. */
export function CheckPage() {
  const check = useMutation({ mutationFn: inspect })
  return (
    <>
      <PageHeader title="Check an e-invoice" />
      <Chooser is_busy={check.isPending} onFile={(file) => check.mutate(file)} />
      <div role="status" className="sr-only">
        {check.data && `${check.variables?.name}: ${check.data.valid ? 'it follows all rules' : 'it would be refused'}`}
      </div>
      {check.isPending && <Bones lines={8} />}
      {check.isError && (
        <div className="mt-4">
          <FormError>{messageOf(check.error)}</FormError>
        </div>
      )}
      {check.data && !check.isPending && <Result file_name={check.variables?.name ?? ''} inspection={check.data} />}
    </>
  )
}

async function inspect(file: File): Promise<Inspection> {
  if (file.size > MOST_BYTES) throw new Error('The file has more than 5 MB.')
  if (file.size === 0) throw new Error('The file is empty.')
  const is_pdf = file.type === 'application/pdf' || /\.pdf$/i.test(file.name)
  return sendFile<Inspection>('/v1/e-invoices/check', file, is_pdf ? 'application/pdf' : 'application/xml')
}

/** Takes a file by drag and drop, or by the browser's own dialog. */
function Chooser({ is_busy, onFile }: { is_busy: boolean; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [is_over, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file && !is_busy) onFile(file)
  }
  const over = (event: DragEvent, is: boolean) => {
    event.preventDefault()
    setOver(is)
  }
  return (
    <section
      aria-label="File"
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false)
        take(event.dataTransfer.files)
      }}
      className={`card flex flex-wrap items-center justify-center gap-x-4 gap-y-3 border-dashed p-6 text-center ${is_over ? 'bg-accent-wash' : ''}`}
    >
      <p className="text-soft">
        Drop an XML or PDF here: UBL, CII, XRechnung, Peppol, Factur-X or ZUGFeRD, up to 5 MB. Nothing is stored.
      </p>
      <input
        ref={input}
        type="file"
        accept=".xml,.pdf,application/xml,text/xml,application/pdf"
        aria-label="File of the e-invoice"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          take(event.target.files)
          // The same file can be chosen again, once it was corrected.
          event.target.value = ''
        }}
      />
      <Button is_busy={is_busy} onClick={() => input.current?.click()}>
        <FileUp size={15} aria-hidden />
        Choose a file
      </Button>
    </section>
  )
}

function Result({ file_name, inspection }: { file_name: string; inspection: Inspection }) {
  const { valid, problems, format, document } = inspection
  return (
    // Without kerning: with it, browsers take a time that grows with the square of a word's length, and a stranger's file may have one of millions.
    <div className="mt-6 grid items-start gap-6 grid-cols-[minmax(0,1fr)] [font-kerning:none] lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="max-lg:order-2">
        <ReceivedPaper document={document} />
      </div>
      <section aria-labelledby="verdict" className="card space-y-4 p-5">
        <div className="flex items-center justify-between gap-3">
          <h2 id="verdict">Verdict</h2>
          <Badge tone={valid ? 'ok' : 'danger'}>{valid ? 'Valid' : 'Would be refused'}</Badge>
        </div>
        <Facts
          facts={[
            ['File', file_name],
            ['Format', FORMAT_NAMES[format]],
          ]}
        />
        {problems.length === 0 ? <p>It follows all rules that it says it follows.</p> : <Problems problems={problems} />}
      </section>
    </div>
  )
}
