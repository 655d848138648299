// One of everything that a page can show, made through the API.
import { make, type Pages } from './browser.ts'

/** Fills the company of the first start, with `word` in each name and note where it is given, and gives the addresses of all pages, those of what was made among them. */
export async function makeSamples(pages: Pages, word?: string): Promise<string[]> {
  const customer = await make(pages, 'customers', {
    name: word ?? 'Lindqvist & Sons AB',
    contact_email: `${word ?? 'accounts'}@lindqvist.example`,
  })
  const items = [{ name: word ?? 'Website design', quantity: 12.5, unit: 'h', unit_price: 95 }]
  const document = { customer_id: customer.id, items, notes: word ?? 'Thank you', payment_terms: word ?? '30 days' }
  const invoice = await make(pages, 'invoices', { ...document, due_date: '2026-01-31' })
  await pages.api.call('PATCH', `/v1/invoices/${invoice.id}?company_id=${pages.company_id}`, { status: 'sent' })
  await make(pages, `invoices/${invoice.id}/payments`, {
    amount: 10,
    method: word ?? 'bank transfer',
    reference: word ?? 'Thanks',
  })
  // One that is reminded of tomorrow.
  const reminders = [
    { days: 7 },
    { days: 30, subject: word ?? 'Invoice {number} is overdue', message: word ?? 'Please pay {amount}.' },
  ]
  await pages.api.call('PATCH', `/v1/companies/${pages.company_id}`, { reminders })
  const due_date = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10)
  const late = await make(pages, 'invoices', { ...document, due_date, issue_date: '2026-01-01' })
  await pages.api.call('PATCH', `/v1/invoices/${late.id}?company_id=${pages.company_id}`, { status: 'sent' })
  const credited = await make(pages, 'invoices', document)
  await pages.api.call('PATCH', `/v1/invoices/${credited.id}?company_id=${pages.company_id}`, { status: 'sent' })
  await make(pages, `invoices/${credited.id}/payments`, { amount: 10 })
  const credit_note = await make(pages, 'credit-notes', { invoice_id: credited.id, reason: word ?? 'Not delivered' })
  const draft = await make(pages, 'invoices', document)
  const quote = await make(pages, 'quotes', document)
  const recurring = await make(pages, 'recurring-invoices', { ...document, frequency: 'monthly', start_date: '2098-01-31' })
  // Without a mail server there is none: the pages say so.
  const mailed = await pages.api.call('POST', `/v1/invoices/${invoice.id}/send?company_id=${pages.company_id}`, {
    to: [`${word?.slice(0, 60) ?? 'accounts'}@lindqvist.example`],
    subject: word ?? 'Invoice {number}',
  })
  const project = await make(pages, 'projects', {
    title: word ?? 'Relaunch',
    customer_id: customer.id,
    hourly_rate: 95,
    budget_hours: 1,
    status: 'in_progress',
  })
  const task = await make(pages, `projects/${project.id}/tasks`, {
    title: word ?? 'Wireframes',
    tags: [word ?? 'design'],
    priority: 'high',
  })
  const time = await make(pages, `projects/${project.id}/time-entries`, {
    description: word ?? 'Sketches',
    task_id: task.id,
    start_time: '2026-03-01T09:00:00Z',
    duration_minutes: 90,
  })
  const endpoint = await make(pages, 'webhook-endpoints', {
    url: `https://hooks.example/${word ?? 'quoin'}`,
    description: word ?? '',
    enabled_events: ['*'],
  })
  const text = `${word ?? 'Lindqvist & Sons AB'};${word ?? 'Thank you'}`
  const imported = await pages.api.call('POST', `/v1/bank-statements?company_id=${pages.company_id}`, {
    format: 'csv',
    // What is due on the invoice.
    content: `date;amount;name;text\n2026-02-02;1177.50;${text}`,
    mapping: { date: 'date', amount: 'amount', name: 'name', text: 'text' },
  })
  const transaction = imported.body.data.transactions[0]
  return [
    '/',
    '/customers',
    '/customers?dialog=new',
    `/customers/${customer.id}`,
    `/customers/${customer.id}?dialog=statement`,
    '/invoices',
    '/invoices/new',
    `/invoices/${invoice.id}`,
    `/invoices/${invoice.id}?dialog=payment`,
    `/invoices/${invoice.id}?dialog=correct`,
    `/invoices/${invoice.id}?view=lines`,
    `/invoices/${invoice.id}?dialog=send`,
    `/invoices/${draft.id}/edit`,
    '/quotes',
    `/quotes/${quote.id}`,
    `/invoices/${credited.id}`,
    '/recurring-invoices',
    '/recurring-invoices/new',
    `/recurring-invoices/${recurring.id}`,
    `/recurring-invoices/${recurring.id}/edit`,
    '/credit-notes',
    `/credit-notes/${credit_note.id}`,
    `/credit-notes/${credit_note.id}?dialog=send`,
    `/credit-notes/${credit_note.id}?dialog=refund`,
    '/mails',
    '/payments',
    '/bank',
    `/bank?open=${transaction.id}`,
    '/e-invoices',
    ...(mailed.status === 202 ? [`/mails?open=${mailed.body.data.id}`] : []),
    '/projects',
    '/projects?dialog=new',
    `/projects/${project.id}`,
    `/projects/${project.id}?view=list&open=${task.id}`,
    `/projects/${project.id}?view=time`,
    '/tasks',
    '/tasks?view=board',
    '/tasks?dialog=new',
    '/time',
    `/time?open=${time.id}&of=${project.id}`,
    '/developers/api-keys',
    '/developers/api-keys?dialog=new',
    '/developers/webhooks',
    `/developers/webhooks/${endpoint.id}`,
    '/developers/events',
    '/developers/jobs',
    '/developers/jobs?view=installation',
    '/developers/audit-log',
    '/settings/company',
    '/settings/company?view=start',
    '/settings/company?dialog=new',
    '/settings/members',
    '/settings/you',
  ]
}
