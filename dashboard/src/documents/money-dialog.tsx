import { type FormEvent, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { currencyDigits, isCurrency } from '../../../server/src/kernel/currencies.ts'
import { fieldErrors, type Sender } from '../app/api.ts'
import { useChange, useToday } from '../app/session.ts'
import { Dialog, FormButtons } from '../ui/dialog.tsx'
import { Doubt, FormError, TextField } from '../ui/field.tsx'
import { money } from '../ui/format.ts'
import { readTyped, spellNumber } from '../ui/numbers.ts'
import { toast } from '../ui/toast.tsx'

type Recorded = components['schemas']['CreatePayment']

interface Words {
  /** At the start of a sentence: `A payment`. */
  one: string
  /** Asked when the amount is empty: `How much was paid?`. */
  ask: string
  /** After an amount: `are due`. */
  are_due: string
  /** Once it is recorded. */
  done: string
}

/**
 * Records money that came in or went out, by `send`; the amount is `due`, in `currency`, unless said otherwise.
 * Payments and refunds have the same fields.
 */
export function MoneyDialog({
  due,
  currency,
  words,
  send,
  onClose,
}: {
  due: number
  currency: string
  words: Words
  send: (sender: Sender, body: Recorded) => Promise<unknown>
  onClose: () => void
}) {
  const record = useChange(send, () => {
    toast(words.done)
    onClose()
  })
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
    setFault(is_empty ? words.ask : is_nothing ? `${words.one} is more than 0` : typed.fault)
    if (typed.value === undefined || is_nothing) return
    record.mutate({
      amount: typed.value,
      ...(text('paid_at') ? { paid_at: text('paid_at') } : {}),
      method: text('method'),
      reference: text('reference'),
    })
  }
  return (
    <Dialog title={`Record ${words.one.toLowerCase()}`} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-2">
        <div className="empty:hidden sm:col-span-2">
          <FormError>{errors['form']}</FormError>
        </div>
        <TextField
          label={`Amount in ${currency}`}
          name="amount"
          inputMode="decimal"
          defaultValue={spellNumber(due, isCurrency(currency) ? currencyDigits(currency) : 2)}
          hint={`${money(due, currency)} ${words.are_due}`}
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
        <FormButtons onCancel={onClose} is_busy={record.isPending} className="sm:col-span-2">
          Record
        </FormButtons>
      </form>
    </Dialog>
  )
}
