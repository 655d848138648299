import { type FormEvent, useState } from 'react'
import { currencyDigits, isCurrency } from '../../../server/src/kernel/currencies.ts'
import { fieldErrors } from '../app/api.ts'
import { useApi } from '../app/session.ts'
import { amountLeft } from '../ui/amounts.ts'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { FormError, TextField } from '../ui/field.tsx'
import { money } from '../ui/format.ts'
import { readTyped, spellNumber } from '../ui/numbers.ts'
import type { BankTransaction } from './transaction.ts'
import type { useMatch } from './use-bank.ts'

const MOST_CHOICES = 8
/** The list has no filter of currencies: invoices in others are left out here. */
const MOST_FOUND = 100
const OPEN = ['sent', 'viewed', 'partial', 'overdue'] as const

/** Matches a transfer to an open invoice in its currency, also in part, and with a difference where less came in. */
export function MatchForm({
  one,
  match,
  is_locked,
}: {
  one: BankTransaction
  match: ReturnType<typeof useMatch>
  is_locked: boolean
}) {
  const { id, currency, amount_left } = one
  const [typed, setTyped] = useState<string>()
  const [invoice, setInvoice] = useState<{ id: string; invoice_number: string; amount_due: number }>()
  const [fault, setFault] = useState<string>()
  const found = useApi(
    '/v1/invoices',
    { query: { search: typed?.trim() || undefined, status: [...OPEN], limit: MOST_FOUND } },
    { is_enabled: typed !== undefined, keeps_previous: true },
  )
  const invoices = found.data?.invoices.filter((other) => other.currency === currency).slice(0, MOST_CHOICES)
  const errors = fieldErrors(match.error, (param) => ['invoice_id', 'amount'].includes(param))
  const digits = isCurrency(currency) ? currencyDigits(currency) : 2
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const amount = readTyped(String(fields.get('amount') ?? '').trim())
    const reason = String(fields.get('reason') ?? '').trim()
    setFault(amount.fault)
    if (!invoice || amount.fault !== undefined) return
    const difference = reason === '' ? {} : { difference: { reason } }
    match.mutate({
      id,
      body: { invoice_id: invoice.id, ...(amount.value === undefined ? {} : { amount: amount.value }), ...difference },
    })
  }
  const is_short = invoice !== undefined && amount_left < invoice.amount_due
  return (
    <form onSubmit={submit} noValidate aria-label="Match to an invoice" className="space-y-3 border-t border-line pt-4">
      <FormError>{errors['form']}</FormError>
      <Combobox
        label={one.suggestions.length > 0 ? 'Another invoice' : 'Invoice'}
        list_label={`Open invoices in ${currency}`}
        placeholder="Number or customer"
        none={`No open invoice in ${currency} found.`}
        chosen={invoice ? `${invoice.invoice_number}, ${money(invoice.amount_due, currency)} due` : ''}
        choices={invoices?.map((found) => ({
          id: found.id,
          title: `${found.invoice_number}, ${money(found.amount_due, currency)} due`,
          detail: found.customer.name,
        }))}
        is_behind={found.isPlaceholderData || found.isPending}
        error={errors['invoice_id']}
        onType={setTyped}
        onChoose={({ id: chosen }) => setInvoice(invoices?.find((other) => other.id === chosen))}
      />
      {invoice && (
        <>
          <TextField
            key={invoice.id}
            label={`Amount in ${currency}`}
            name="amount"
            inputMode="decimal"
            defaultValue={spellNumber(Math.min(amount_left, invoice.amount_due), digits)}
            hint={`${money(amount_left, currency)} of this transfer left to match`}
            error={fault ?? errors['amount']}
          />
          {is_short && (
            <TextField
              label="Write off the difference as"
              name="reason"
              placeholder="Bank fee"
              hint={`Leave empty to keep ${money(amountLeft(invoice.amount_due, amount_left), currency)} due on the invoice.`}
            />
          )}
          <Button type="submit" disabled={is_locked}>
            Match
          </Button>
        </>
      )}
    </form>
  )
}
