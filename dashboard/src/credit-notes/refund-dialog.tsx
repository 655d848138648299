import type { components } from '../../../sdk/src/api.ts'
import { MoneyDialog } from '../documents/money-dialog.tsx'

const WORDS = {
  one: 'A refund',
  ask: 'How much was paid back?',
  are_due: 'are to be paid back',
  done: 'The refund is recorded',
}

/** Records money that was paid back; all that is due unless said otherwise. */
export function RefundDialog({ note, onClose }: { note: components['schemas']['CreditNote']; onClose: () => void }) {
  return (
    <MoneyDialog
      due={note.refund_due}
      currency={note.currency}
      words={WORDS}
      send={(sender, body) => sender.post('/v1/credit-notes/{id}/refunds', { path: { id: note.id }, body })}
      onClose={onClose}
    />
  )
}
