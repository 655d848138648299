import { type FormEvent, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { currencyDigits, isCurrency } from '../../../server/src/kernel/currencies.ts'
import { fieldErrors } from '../app/api.ts'
import { useChange, useToday } from '../app/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Doubt, FormError, TextField } from '../ui/field.tsx'
import { money } from '../ui/format.ts'
import { readTyped, spellNumber } from '../ui/numbers.ts'
import { toast } from '../ui/toast.tsx'

/** Records money that was paid back; all that is due unless said otherwise. */
export function RefundDialog({ note, onClose }: { note: components['schemas']['CreditNote']; onClose: () => void }) {
  const { currency, refund_due } = note
  const record = useChange(
    (send, body: components['schemas']['CreateRefund']) =>
      send.post('/v1/credit-notes/{id}/refunds', { path: { id: note.id }, body }),
    () => {
      toast('The refund is recorded')
      onClose()
    },
  )
  const [fault, setFault] = useState<string>()
  const today = useToday()
  const [paid_at, setPaidAt] = useState('')
  const errors = fieldErrors(record.error, (param) => ['amount', 'paid_at', 'method', 'reference'].includes(param))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    const typed = readTyped(text('amount'))
    const is_empty = typed.fault === undefined && typed.value === undefined
    const is_nothing = typed.value !== undefined && typed.value <= 0
    setFault(is_empty ? 'How much was paid back?' : is_nothing ? 'A refund is more than 0' : typed.fault)
    if (typed.value === undefined || is_nothing) return
    record.mutate({
      amount: typed.value,
      ...(text('paid_at') ? { paid_at: text('paid_at') } : {}),
      method: text('method'),
      reference: text('reference'),
    })
  }
  return (
    <Dialog title="Record a refund" onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-2">
        <div className="empty:hidden sm:col-span-2">
          <FormError>{errors['form']}</FormError>
        </div>
        <TextField
          label={`Amount in ${currency}`}
          name="amount"
          inputMode="decimal"
          defaultValue={spellNumber(refund_due, isCurrency(currency) ? currencyDigits(currency) : 2)}
          hint={`${money(refund_due, currency)} are to be paid back`}
          error={fault ?? errors['amount']}
        />
        <TextField
          label="Paid on"
          name="paid_at"
          type="date"
          defaultValue={today}
          onChange={(event) => setPaidAt(event.target.value)}
          hint={paid_at > today && <Doubt>This day is yet to come.</Doubt>}
          error={errors['paid_at']}
        />
        <TextField label="Method" name="method" placeholder="bank transfer" error={errors['method']} />
        <TextField label="Reference" name="reference" error={errors['reference']} />
        <div className="flex justify-end gap-2 sm:col-span-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" is_busy={record.isPending}>
            Record
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
