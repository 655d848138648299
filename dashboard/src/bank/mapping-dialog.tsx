import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useEffect, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { createSender, currentCompany, messageOf } from '../app/api.ts'
import { Dialog, FormButtons } from '../ui/dialog.tsx'
import { FormError, SelectField, TextField } from '../ui/field.tsx'
import { date, money } from '../ui/format.ts'
import { Bones } from '../ui/states.tsx'
import { type CsvMapping, guessMapping, type Statement } from './statement.ts'

type Preview = components['schemas']['BankStatementPreview']

const FIELDS = [
  ['date', 'Booking date', true],
  ['amount', 'Amount', true],
  ['text', 'Text', true],
  ['name', 'Other party', false],
  ['iban', 'IBAN', false],
  ['currency', 'Currency', false],
  ['reference', 'Reference', false],
] as const

type Draft = Partial<CsvMapping>

/** Asks which columns of a CSV file hold what, and shows a preview of the first rows. The answer is kept for the next file. */
export function MappingDialog(props: {
  statement: Statement
  error: unknown
  is_busy: boolean
  onImport: (mapping: CsvMapping) => void
  onClose: () => void
}) {
  const { statement, error, is_busy, onImport, onClose } = props
  const first = usePreview(statement, undefined)
  const [draft, setDraft] = useState<Draft>()
  const columns = first.data?.columns ?? []
  useEffect(() => {
    if (!first.data || draft) return
    const { mapping, columns } = first.data
    const fits = mapping && FIELDS.every(([field]) => mapping[field] === undefined || columns.includes(mapping[field]))
    setDraft(fits ? mapping : guessMapping(columns))
  }, [first.data, draft])
  const whole = completeOf(draft)
  const mapping = useDeferredValue(whole)
  const shown = usePreview(statement, mapping)
  const set = (field: keyof CsvMapping, value: string) => setDraft((before) => ({ ...before, [field]: value || undefined }))
  // Without a mapping the service reads the file with the one before: that is not what would be imported.
  const is_ready =
    whole !== undefined && whole === mapping && !shown.error && !shown.isPlaceholderData && (shown.data?.count ?? 0) > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (whole && is_ready) onImport(whole)
  }
  return (
    <Dialog kind="wide" title={`Columns of ${statement.name}`} onClose={onClose}>
      {!draft ? (
        first.error ? (
          <FormError>{messageOf(first.error)}</FormError>
        ) : (
          <Bones lines={8} />
        )
      ) : (
        <form onSubmit={submit} noValidate className="space-y-5">
          {Boolean(error) && <FormError>{messageOf(error)}</FormError>}
          <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
            {FIELDS.map(([field, label, is_needed]) => (
              <SelectField
                key={field}
                label={label}
                value={draft[field] ?? ''}
                onChange={(event) => set(field, event.target.value)}
              >
                <option value="">{is_needed ? 'Choose a column' : 'None'}</option>
                {columns.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </SelectField>
            ))}
            <SelectField
              label="Decimal separator"
              value={draft.decimal ?? ''}
              onChange={(event) => set('decimal', event.target.value)}
            >
              <option value="">Automatic</option>
              <option value=",">Comma (1.234,56)</option>
              <option value=".">Point (1,234.56)</option>
            </SelectField>
            <TextField
              label="Date format"
              value={draft.date_format ?? ''}
              placeholder="Automatic"
              onChange={(event) => set('date_format', event.target.value)}
            />
          </div>
          <Shown preview={shown.data} error={shown.error} is_ready={mapping !== undefined} />
          <FormButtons onCancel={onClose} is_busy={is_busy} is_disabled={!is_ready}>
            Import {is_ready ? shown.data?.count : ''}
          </FormButtons>
        </form>
      )}
    </Dialog>
  )
}

/** The mapping once it has what it needs. */
function completeOf(draft: Draft | undefined): CsvMapping | undefined {
  if (!draft?.date || !draft.amount || !draft.text) return undefined
  return draft as CsvMapping
}

/** How a file would be read; without a mapping, with the one that was given last. */
function usePreview({ format, content }: Statement, mapping: CsvMapping | undefined) {
  const [sender] = useState(createSender)
  return useQuery({
    queryKey: [currentCompany(), 'bank-statement-preview', content.length, content.slice(0, 2_000), mapping ?? null],
    queryFn: () =>
      sender.dashboard<Preview>('POST', '/bank-statements/preview', {
        query: { company_id: currentCompany() },
        body: { format, content, ...(mapping && { mapping }) },
      }),
    placeholderData: (previous) => previous,
  })
}

function Shown({ preview, error, is_ready }: { preview: Preview | undefined; error: unknown; is_ready: boolean }) {
  if (!is_ready) return <p className="text-soft">Choose the columns for date, amount and text.</p>
  if (error) return <FormError>{messageOf(error)}</FormError>
  if (!preview) return <Bones lines={4} />
  if (preview.problem) return <FormError>{preview.problem}</FormError>
  return (
    <div>
      <table className="w-full table-fixed border-collapse text-[13px]">
        <caption className="mb-2 text-left text-soft">{titleOf(preview)}</caption>
        <thead>
          <tr className="border-b border-line text-left text-soft">
            <th scope="col" className="w-28 py-1.5 pr-4 font-medium">
              Booked
            </th>
            <th scope="col" className="py-1.5 pr-4 font-medium">
              Name
            </th>
            <th scope="col" className="py-1.5 pr-4 font-medium">
              Text
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {preview.transactions.map((one) => (
            <tr key={one.id} className="border-b border-line last:border-0">
              <td className="truncate py-1.5 pr-4">{date(one.booked_date)}</td>
              <td className="truncate py-1.5 pr-4">{one.name}</td>
              <td className="truncate py-1.5 pr-4">{one.text}</td>
              <td className="figures truncate py-1.5 text-right">{money(one.amount, one.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function titleOf({ count, transactions }: Preview): string {
  if (count === transactions.length) return count === 1 ? 'Preview of 1 transaction' : `Preview of all ${count} transactions`
  return `Preview of the first ${transactions.length} of ${count} transactions`
}
