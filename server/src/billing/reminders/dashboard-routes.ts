import { GivenReminder } from '../../access/companies/schema.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { EmailPreview, emailPreviewExample } from '../../record/mail/schema.ts'
import type { MailParts } from '../../record/mail/service.ts'
import { previewReminder } from './preview.ts'
import { ComingReminders, comingRemindersExample, InvoiceReminders, invoiceRemindersExample } from './schema.ts'
import { comingReminders, listInvoiceReminders } from './service.ts'

const OF_DASHBOARD = { tag: 'Dashboard', door: 'session' } as const

/** The dashboard's own endpoints of reminders; `mail` is asked for when one of them needs it. */
export const reminderDashboardEndpoints = (mail: () => MailParts): readonly Endpoint[] => [
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'getInvoiceReminders',
    method: 'GET',
    path: '/dashboard/api/invoices/:id/reminders',
    summary: 'Get the reminders of an invoice',
    description: 'What became of each step, and which of them will be due.',
    data: InvoiceReminders,
    example: invoiceRemindersExample,
    handle: (context, { params }) => listInvoiceReminders(context, params.id),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'getComingReminders',
    method: 'GET',
    path: '/dashboard/api/reminders/tomorrow',
    summary: 'Get the reminders that go out tomorrow',
    description: 'What will be sent unless it is paid or stopped before.',
    data: ComingReminders,
    example: comingRemindersExample,
    handle: (context) => comingReminders(context),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'previewReminder',
    method: 'POST',
    path: '/dashboard/api/reminders/preview',
    level: 'read',
    summary: 'Preview a reminder',
    description: 'The email of a step, as it would be sent today for a sample invoice. Nothing is stored or sent.',
    body: GivenReminder,
    body_example: { days: 7 },
    data: EmailPreview,
    example: { ...emailPreviewExample, subject: 'Reminder: invoice INV-2026-000042 is due' },
    handle: (context, { body }) => previewReminder(context, mail(), body),
  }),
]
