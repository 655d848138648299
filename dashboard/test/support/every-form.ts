// Every form of the pages that makes something: how it is filled in, what sends it, and what of it there is afterwards.
import type { Page } from 'playwright-core'
import type { Pages } from './browser.ts'

export interface MakingForm {
  name: string
  path: string
  fill(page: Page): Promise<void>
  button: string
  /** A field in which Enter sends it, or the keys that do, where Enter means something else. */
  keys?: string
  /** The list that has what was made, by its path at the dashboard's door, and where it is in the answer. */
  list: [path: string, of: string]
}

/** All of them, for one customer, its sent invoice of many pieces, a credit note with money to pay back, and its project. */
export function everyForm(at: { customer: string; invoice: string; credit_note: string; project: string }): MakingForm[] {
  let made = 0
  const text = () => `Once ${++made}`
  const fillIn = (labels: readonly string[]) => async (page: Page) => {
    for (const label of labels) await page.getByLabel(label, { exact: true }).fill(text())
  }
  const document = (kind: string): MakingForm => ({
    name: `a new ${kind}`,
    path: `/${kind}s/new?customer=${at.customer}`,
    fill: async (page) => {
      await page.getByLabel('Name').fill(text())
      await page.getByLabel('Price').fill('10')
    },
    button: 'Save draft',
    keys: 'Control+Enter',
    list: [`/v1/${kind}s`, `${kind}s`],
  })
  const forms: MakingForm[] = [
    {
      name: 'a customer',
      path: '/customers?dialog=new',
      fill: fillIn(['Name']),
      button: 'Add customer',
      list: ['/v1/customers', 'customers'],
    },
    document('invoice'),
    document('quote'),
    {
      ...document('recurring-invoice'),
      name: 'a recurring invoice',
      button: 'Save',
      list: ['/v1/recurring-invoices', 'recurring_invoices'],
    },
    {
      name: 'a payment',
      path: `/invoices/${at.invoice}?dialog=payment`,
      fill: (page) => page.getByLabel(/^Amount in/).fill('5'),
      button: 'Record',
      list: [`/v1/invoices/${at.invoice}/payments`, 'payments'],
    },
    {
      name: 'a correction',
      path: `/invoices/${at.invoice}?dialog=correct`,
      fill: async (page) => {
        await page.getByLabel('Credit some lines').check()
        await page.getByLabel(/^Quantity of/).fill('1')
      },
      button: 'Issue the credit note',
      list: ['/v1/credit-notes', 'credit_notes'],
    },
    {
      name: 'a refund',
      path: `/credit-notes/${at.credit_note}?dialog=refund`,
      fill: (page) => page.getByLabel(/^Amount in/).fill('5'),
      button: 'Record',
      list: [`/v1/credit-notes/${at.credit_note}/refunds`, 'refunds'],
    },
    {
      name: 'a project',
      path: '/projects?dialog=new',
      fill: fillIn(['Title']),
      button: 'Begin project',
      list: ['/v1/projects', 'projects'],
    },
    {
      name: 'a task',
      path: `/projects/${at.project}?dialog=task`,
      fill: fillIn(['Title']),
      button: 'Add task',
      list: [`/v1/projects/${at.project}/tasks`, 'tasks'],
    },
    {
      name: 'time',
      path: `/projects/${at.project}?dialog=time&view=time`,
      fill: async (page) => {
        await page.getByLabel('Duration').fill('1:30')
        await fillIn(['What was done'])(page)
      },
      button: 'Record',
      list: [`/v1/projects/${at.project}/time-entries`, 'time_entries'],
    },
    {
      name: 'a webhook endpoint',
      path: '/developers/webhooks?dialog=new',
      fill: (page) => page.getByLabel('Address').fill(`https://hooks.example/${++made}`),
      button: 'Add endpoint',
      list: ['/v1/webhook-endpoints', 'webhook_endpoints'],
    },
    {
      name: 'an API key',
      path: '/developers/api-keys?dialog=new',
      fill: fillIn(['Name']),
      button: 'Create key',
      list: ['/api-keys', 'api_keys'],
    },
    {
      name: 'a member',
      path: '/settings/members?dialog=new',
      fill: async (page) => {
        await fillIn(['Name'])(page)
        await page.getByLabel('Email').fill(`once-${++made}@example.com`)
      },
      button: 'Add and make a link',
      list: ['/members', 'members'],
    },
    {
      name: 'a company',
      path: '/settings/company?dialog=new',
      // The page behind it has a name, too.
      fill: (page) => page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(text()),
      button: 'Create',
      list: ['/session', 'companies'],
    },
  ]
  return forms
}

/** How many there are of what a form makes. */
export function countOf({ page, company_id }: Pages, { list: [path, of] }: MakingForm): Promise<number> {
  const query = path.startsWith('/v1') ? `?company_id=${company_id}` : ''
  return page.evaluate(
    async ([url, field]) => {
      const { data } = await (await fetch(url)).json()
      return data.pagination?.total ?? data[field].length
    },
    [`/dashboard/api${path}${query}`, of] as const,
  )
}
