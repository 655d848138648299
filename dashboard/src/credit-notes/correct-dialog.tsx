// Corrects an issued invoice: a credit note of all that is left, or of some lines, and a new draft where it is wanted.

import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { fieldErrors } from '../app/api.ts'
import { useChange } from '../app/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormError, focusFirstFault, TextArea } from '../ui/field.tsx'
import { LoadedDialog } from '../ui/loaded-dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { CreditLines } from './credit-lines.tsx'
import { CreditTotals } from './credit-totals.tsx'
import { useLeftOf } from './credited.ts'
import { itemsOf, lineFaults } from './typed-lines.ts'
import { useCreditPreview } from './use-credit-preview.ts'

type Invoice = components['schemas']['Invoice']
type Way = 'all' | 'some' | 'copy'

const WAYS: readonly (readonly [Way, title: string, detail: string])[] = [
  ['all', 'Credit all that is left', 'The customer owes nothing of it any more.'],
  ['some', 'Credit some lines', 'What was returned, not delivered, or charged too much.'],
  ['copy', 'Credit all, and copy it to a new draft', 'To be corrected and sent as a new invoice.'],
]

/** The dialog "Correct…" of an issued invoice. The credit note is issued at once. */
export function CorrectDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const left = useLeftOf(invoice)
  const title = `Correct ${invoice.invoice_number}`
  return (
    <LoadedDialog kind="wide" title={title} asked={left} onClose={onClose}>
      {(data) =>
        data && (
          <Dialog title={title} onClose={onClose}>
            <Correction invoice={invoice} left={data} onClose={onClose} />
          </Dialog>
        )
      }
    </LoadedDialog>
  )
}

function Correction({ invoice, left, onClose }: { invoice: Invoice; left: Record<string, number>; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [way, setWay] = useState<Way>('all')
  const [quantities, setQuantities] = useState<Record<string, string>>({})
  const [reason, setReason] = useState('')
  const [says_empty, setSaysEmpty] = useState(false)
  const lines = invoice.items.filter(({ id }) => id in left)
  const typed = itemsOf(lines, quantities)
  const is_some = way === 'some'
  // Undefined where there is nothing to ask the service about.
  const asked = is_some ? (typed.items.length > 0 && !typed.has_fault ? { items: typed.items } : undefined) : {}
  const preview = useCreditPreview(asked && { invoice_id: invoice.id, ...asked })
  const create = useChange(
    (send, body: components['schemas']['CreateCreditNote']) => send.post('/v1/credit-notes', { body }),
    (made) => {
      const { id, credit_note_number } = made
      toast(`${credit_note_number} is issued`, 'done', {
        about: id,
        open: () => void navigate({ to: '/credit-notes/$id', params: { id } }),
      })
      if (way === 'copy') void navigate({ to: '/invoices/new', search: { copy: invoice.id } })
      else onClose()
    },
  )
  useEffect(() => {
    if (create.error) focusFirstFault(form.current)
  }, [create.error])
  const error = create.error ?? preview.error
  const errors = fieldErrors(error, (param) => param === 'reason' || (is_some && /^items\[\d+\]\.quantity$/.test(param)))
  const faults = is_some ? { ...lineFaults(typed.items, errors), ...typed.faults } : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSaysEmpty(is_some && typed.items.length === 0 && !typed.has_fault)
    if (asked) create.mutate({ invoice_id: invoice.id, ...asked, ...(reason.trim() ? { reason: reason.trim() } : {}) })
    else requestAnimationFrame(() => focusFirstFault(form.current))
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="space-y-4">
      <FormError>{errors['form'] ?? (says_empty && !asked ? 'How much of which line?' : '')}</FormError>
      <fieldset className="space-y-2">
        <legend className="mb-1 text-[13px] font-medium">What is credited</legend>
        {WAYS.map(([value, title, detail]) => (
          <label key={value} className="flex items-start gap-2.5">
            <input
              type="radio"
              name="way"
              value={value}
              checked={way === value}
              onChange={() => {
                setWay(value)
                create.reset()
              }}
              className="mt-1 size-4 shrink-0 accent-(--accent)"
            />
            <span>
              {title}
              <span className="block text-[13px] text-soft">{detail}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {is_some && (
        <CreditLines
          lines={lines}
          left={left}
          currency={invoice.currency}
          quantities={quantities}
          faults={faults}
          onChange={(id, text) => {
            setQuantities((before) => ({ ...before, [id]: text }))
            if (create.error) create.reset()
          }}
        />
      )}
      <CreditTotals preview={asked && preview.data} invoice={invoice} />
      <TextArea
        label="Reason"
        name="reason"
        value={reason}
        maxLength={2_000}
        onChange={(event) => setReason(event.target.value)}
        hint="The customer sees it."
        error={errors['reason']}
      />
      <p className="text-[13px] text-soft">A credit note is issued at once. It can’t be changed or deleted.</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" is_busy={create.isPending}>
          {way === 'copy' ? 'Issue, and copy' : 'Issue the credit note'}
        </Button>
      </div>
    </form>
  )
}
