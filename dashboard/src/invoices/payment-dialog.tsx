import type { components } from '../../../sdk/src/api.ts'
import { MoneyDialog } from '../documents/money-dialog.tsx'

const WORDS = {
  one: 'A payment',
  ask: 'How much was paid?',
  are_due: 'are due',
  done: 'The payment is recorded',
}

/** Records a payment; all that is due unless said otherwise. */
export function PaymentDialog({ invoice, onClose }: { invoice: components['schemas']['Invoice']; onClose: () => void }) {
  return (
    <MoneyDialog
      due={invoice.amount_due}
      currency={invoice.currency}
      words={WORDS}
      send={(sender, body) => sender.post('/v1/invoices/{id}/payments', { path: { id: invoice.id }, body })}
      onClose={onClose}
    />
  )
}
