/** The words of public pages in one language, besides those of the document itself. Braces hold what is filled in. */
export interface Words {
  /** What has become of the document, in a word or two. */
  paid: string
  paid_on: string
  partly_paid: string
  overdue: string
  cancelled: string
  /** An invoice of which nothing is left. */
  credited: string
  /** A credit note whose money was paid back, and one whose money is not. */
  refunded: string
  refund_due: string
  expired: string
  accepted: string
  declined: string
  invoiced: string
  /** The same in a sentence. */
  cancelled_note: string
  expired_note: string
  invoiced_note: string
  left_to_pay: string
  nothing_due: string
  refund_left: string
  /** What was paid, and what was paid back, each with its day; what came before those that are shown. */
  payment: string
  refund: string
  earlier: string
  download: string
  from: string
  items: string
  questions: string
  /** The form of a quote. */
  answer: string
  accept_or_decline: string
  agree: string
  name: string
  accept: string
  decline_instead: string
  reason: string
  decline: string
  kept: string
  name_missing: string
  name_too_long: string
  reason_missing: string
  reason_too_long: string
  changed: string
  closed: string
  no_answer_now: string
  /** Pages without a document. */
  not_found: string
  not_found_note: string
  too_many: string
  too_many_note: string
  refused: string
  refused_note: string
  fault: string
  fault_note: string
}
