import { type Static, Type } from 'typebox'
import { partPresenter } from '../../http/present.ts'
import { Nullable, StringEnum } from '../../http/schema.ts'
import { invoice_reminders, REMINDER_STATES, type RemindersTable, WAITING_REASONS } from './table.ts'

const WaitingReason = () => Nullable(StringEnum(WAITING_REASONS, { title: 'ReminderWaitingReason' }))

/** A step of an invoice: what became of it, or when it will be due. */
const InvoiceReminder = Type.Object(
  {
    days: Type.Integer({ description: 'From the due date.' }),
    date: Type.String({ format: 'date', description: 'The day of the step.' }),
    state: StringEnum([...REMINDER_STATES, 'planned'], {
      title: 'ReminderState',
      description:
        '`sent`: its email was queued; `skipped`: a later one was due before it could be sent; `waiting`: it can not be sent, and is tried again; `planned`: its day comes.',
    }),
    reason: WaitingReason(),
    email_id: Nullable(Type.String()),
    email_status: Nullable(Type.String({ description: 'The status of the email; null: none, or too many are newer.' })),
    amount_due: Type.Number({ description: 'What was open then, or is open now.' }),
    recorded_at: Nullable(Type.String({ format: 'date-time' })),
  },
  { title: 'InvoiceReminder', additionalProperties: false },
)
export type InvoiceReminder = Static<typeof InvoiceReminder>

export const InvoiceReminders = Type.Object(
  {
    paused_by: Nullable(StringEnum(['invoice', 'customer'], { title: 'ReminderPausedBy', description: 'What stops reminders.' })),
    reminders: Type.Array(InvoiceReminder, {
      description: 'By their days. Planned ones are those of an invoice on which money is due.',
    }),
  },
  { title: 'InvoiceReminders', additionalProperties: false },
)
export type InvoiceReminders = Static<typeof InvoiceReminders>

/** A reminder that goes out tomorrow. */
const ComingReminder = Type.Object(
  {
    invoice_id: Type.String(),
    invoice_number: Type.String(),
    customer_id: Type.String(),
    customer_name: Type.String(),
    due_date: Type.String({ format: 'date' }),
    days: Type.Integer({ description: 'From the due date.' }),
    currency: Type.String(),
    amount_due: Type.Number(),
    problem: Nullable(
      StringEnum(['no_address', 'invalid_address'], { title: 'ReminderProblem', description: 'Why it can not be sent.' }),
    ),
  },
  { title: 'ComingReminder', additionalProperties: false },
)

/** Reminders that are shown of one day, at most. */
export const MOST_COMING = 100

export const ComingReminders = Type.Object(
  {
    date: Type.String({ format: 'date', description: 'Tomorrow, in the time zone of the company.' }),
    reminders: Type.Array(ComingReminder, { maxItems: MOST_COMING, description: 'The longest overdue first.' }),
    has_more: Type.Boolean(),
  },
  { title: 'ComingReminders', additionalProperties: false },
)
export type ComingReminders = Static<typeof ComingReminders>

type ShownRow = RemindersTable & Pick<InvoiceReminder, 'date' | 'email_status'>

/** Shows what became of a step; `digits` are those of the invoice's currency. */
export const presentReminder = partPresenter<ShownRow>()(
  InvoiceReminder,
  { columns: invoice_reminders.columns },
  { date: (row) => row.date, email_status: (row) => row.email_status },
)

export const invoiceRemindersExample: InvoiceReminders = {
  paused_by: null,
  reminders: [
    {
      days: 7,
      date: '2026-03-10',
      state: 'sent',
      reason: null,
      email_id: 'eml_01kb3m8q5s9d2f4h6k8n0q2s4v',
      email_status: 'sent',
      amount_due: 580,
      recorded_at: '2026-03-10T00:00:01.214Z',
    },
    {
      days: 21,
      date: '2026-03-24',
      state: 'planned',
      reason: null,
      email_id: null,
      email_status: null,
      amount_due: 580,
      recorded_at: null,
    },
  ],
}

export const comingRemindersExample: ComingReminders = {
  date: '2026-03-10',
  reminders: [
    {
      invoice_id: 'inv_01kb3m8q5s7v9x2z4b6d8f1h3k',
      invoice_number: 'INV-2026-000042',
      customer_id: 'cus_01kb3m8q5sh6j8k1m3n5p7q9r2',
      customer_name: 'Lindqvist & Sons AB',
      due_date: '2026-03-03',
      days: 7,
      currency: 'EUR',
      amount_due: 580,
      problem: null,
    },
  ],
  has_more: false,
}
