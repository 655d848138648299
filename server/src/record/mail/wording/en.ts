import type { Wording } from './words.ts'

export const en: Wording = {
  texts: {
    invoice: {
      subject: 'Invoice {number} from {company}',
      message:
        'Hello {customer},\n\nthank you for your business. Here is invoice {number} for {amount}. Please pay it by {due_date}.\n\nIf you have any questions, just reply to this email.\n\nKind regards\n{company}',
    },
    quote: {
      subject: 'Quote {number} from {company}',
      message:
        'Hello {customer},\n\nthank you for your interest. Here is our quote {number} for {amount}. It is valid until {due_date}.\n\nIf you have any questions, just reply to this email.\n\nKind regards\n{company}',
    },
    credit_note: {
      subject: 'Credit note {number} from {company}',
      message: 'Hello {customer},\n\nhere is credit note {number} for {amount}.\n\nKind regards\n{company}',
    },
    reminder: {
      subject: 'Reminder: invoice {number} is due',
      message:
        'Hello {customer},\n\ninvoice {number} was due on {due_date}, and {amount} is still open. Please pay it in the next few days.\n\nIf your payment is already on its way, please ignore this email.\n\nKind regards\n{company}',
    },
    thanks: {
      subject: 'We received your payment for invoice {number}',
      message:
        'Hello {customer},\n\nwe received your payment of {amount} for invoice {number}. Thank you.\n\nKind regards\n{company}',
    },
    statement: {
      subject: 'Statement of account from {company}',
      message:
        'Hello {customer},\n\nhere is your statement of account ({period}).\n\nBalance: {amount}\n\nIf you have any questions, just reply to this email.\n\nKind regards\n{company}',
    },
  },
  early_reminder: {
    subject: 'Invoice {number} is due on {due_date}',
    message:
      'Hello {customer},\n\ninvoice {number} is due on {due_date}, and {amount} is still open. Please pay it by then.\n\nIf your payment is already on its way, please ignore this email.\n\nKind regards\n{company}',
  },
  names: { invoice: 'Invoice', quote: 'Quote', credit_note: 'Credit note', customer: 'Statement of account' },
  amount: 'Amount',
  balance: 'Balance',
  due_date: 'Due date',
  valid_until: 'Valid until',
  view: 'View online',
}
