import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { ComingReminders, comingRemindersExample, InvoiceReminders, invoiceRemindersExample } from './schema.ts'
import { comingReminders, listInvoiceReminders } from './service.ts'

const OF_DASHBOARD = { tag: 'Dashboard', door: 'session', method: 'GET' } as const

/** The dashboard's own endpoints of reminders. */
export const reminderDashboardEndpoints: readonly Endpoint[] = [
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'getInvoiceReminders',
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
    path: '/dashboard/api/reminders/tomorrow',
    summary: 'Get the reminders that go out tomorrow',
    description: 'What will be sent unless it is paid or stopped before.',
    data: ComingReminders,
    example: comingRemindersExample,
    handle: (context) => comingReminders(context),
  }),
]
