import { type Command, Option } from 'commander'
import type { Quoin, RecurringInvoice, RecurringInvoiceSummary } from '../../sdk/src/index.ts'
import { type AmountOf, amountWriter } from './amounts.ts'
import { addConnectionOptions, type ConnectionOptions, callServer } from './connection.ts'
import { orMissing } from './documents.ts'
import { idReader } from './ids.ts'
import { DEFAULT_LIMIT, firstOf, LARGEST_LIMIT, readLimit } from './lists.ts'
import { wholeNumber } from './numbers.ts'
import { fittingTable, print, screenWidth, table, wrapped } from './output.ts'

const NAME = 'recurring invoice'
const ID = `the ${NAME}, rec_…`
const STATUSES = ['active', 'paused', 'ended'] as const
const MOST_DATES = 60
const USUAL_DATES = 12
const readId = idReader('rec', `a ${NAME}`)
const readCustomerId = idReader('cus', 'a customer')

interface Options extends ConnectionOptions {
  json?: boolean
}

/** `quoin recurring-invoices`. */
export function addRecurringInvoiceCommands(program: Command): void {
  const recurring = program.command('recurring-invoices').description('invoices that are created on a schedule')
  addConnectionOptions(recurring.command('list').description('list recurring invoices, next date first'))
    .addOption(new Option('--status <status>', 'only those in this status').choices(STATUSES))
    .option('--customer <id>', 'only those for this customer, cus_…', readCustomerId)
    .option('--limit <count>', `recurring invoices at most, up to ${LARGEST_LIMIT}`, readLimit, DEFAULT_LIMIT)
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped(
        '\nThe table has amounts and customers where they fit; --json has all.\n\nExample:\n  quoin recurring-invoices list --status active',
      ),
    )
    .action(list)
  addConnectionOptions(recurring.command('get').description('show one recurring invoice, with its next dates'))
    .argument('<id>', ID, readId)
    .option('--json', 'print one JSON value')
    .addHelpText('after', '\nExample:\n  quoin recurring-invoices get rec_…')
    .action(get)
  addConnectionOptions(recurring.command('preview').description('show the dates of its next invoices'))
    .argument('<id>', ID, readId)
    .option('--count <dates>', `dates at most, up to ${MOST_DATES}`, wholeNumber(MOST_DATES), USUAL_DATES)
    .option('--json', 'print one JSON value')
    .addHelpText('after', '\nExample:\n  quoin recurring-invoices preview rec_… --count 24')
    .action(preview)
  addConnectionOptions(recurring.command('pause').description('create no invoices until it is resumed'))
    .argument('<id>', ID, readId)
    .option('--json', 'print one JSON value')
    .addHelpText('after', '\nExample:\n  quoin recurring-invoices pause rec_…')
    .action((id: string, options: Options) => setStatus(id, 'paused', options))
  addConnectionOptions(recurring.command('resume').description('continue with the first date from today on'))
    .argument('<id>', ID, readId)
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped('\nDates that passed during the pause are skipped.\n\nExample:\n  quoin recurring-invoices resume rec_…'),
    )
    .action((id: string, options: Options) => setStatus(id, 'active', options))
}

interface ListOptions extends Options {
  status?: (typeof STATUSES)[number]
  customer?: string
  limit: number
}

async function list({ status, customer, limit, ...options }: ListOptions): Promise<void> {
  const query = { sort: 'next_date' as const, ...(status && { status }), ...(customer && { customer_id: customer }) }
  const found = await callServer(options, (quoin) => firstOf(quoin.list('/v1/recurring-invoices', { query }), limit))
  print(options.json, found, found.length > 0 ? tableOf(found, screenWidth(), await amountWriter()) : ['No recurring invoices'])
}

/** Four columns fit 80; the others come where the terminal has room for them. */
function tableOf(plans: readonly RecurringInvoiceSummary[], width: number, amountOf: AmountOf): string[] {
  const head = ['NEXT', 'STATUS', 'EVERY', 'ID', 'AMOUNT', 'CUSTOMER']
  const rows = plans.map((plan) => {
    const { next_date, status, id, estimate, customer } = plan
    return [
      next_date ?? '',
      status,
      everyOf(plan),
      id,
      estimate ? amountOf(estimate.total, estimate.currency) : '',
      customer.name,
    ]
  })
  return fittingTable(head, rows, width, 4)
}

async function get(id: string, options: Options): Promise<void> {
  const { plan, dates } = await callServer(options, async (quoin) => {
    const plan = await load(quoin, id)
    const path = { path: { id } }
    return { plan, dates: options.json ? [] : (await quoin.get('/v1/recurring-invoices/{id}/preview', path)).dates }
  })
  print(options.json, plan, linesOf(plan, dates, await amountWriter()))
}

function linesOf(plan: RecurringInvoice, dates: readonly string[], amountOf: AmountOf): string[] {
  const { estimate, last_error, occurrences, end_date } = plan
  const end = occurrences !== null ? `, ${occurrences} times` : end_date !== null ? `, until ${end_date}` : ''
  const rows = plan.items.map(({ quantity, unit, name, unit_price }) => [
    `${quantity} ${unit}`.trimEnd(),
    name,
    String(unit_price),
  ])
  return [
    `Id        ${plan.id}`,
    `Customer  ${plan.customer.name}   (${plan.customer_id})`,
    `Status    ${plan.status}`,
    `Every     ${everyOf(plan)}, from ${plan.start_date}${end}`,
    `Invoices  ${plan.invoices_count}`,
    `Sending   ${plan.auto_send ? 'automatic' : 'manual'}`,
    ...(estimate
      ? [
          `Amount    ${amountOf(estimate.total, estimate.currency)}, of which tax ${amountOf(estimate.tax_amount, estimate.currency)}`,
        ]
      : []),
    ...(last_error === null ? [] : [`Problem   ${last_error}`]),
    ...(dates.length > 0 ? [`Next      ${dates.slice(0, 3).join(', ')}${dates.length > 3 ? ' …' : ''}`] : []),
    ...(rows.length > 0 ? ['', ...table(['QUANTITY', 'ITEM', 'PRICE'], rows)] : []),
  ]
}

interface PreviewOptions extends Options {
  count: number
}

async function preview(id: string, { count, ...options }: PreviewOptions): Promise<void> {
  const { dates } = await callServer(options, (quoin) =>
    quoin.get('/v1/recurring-invoices/{id}/preview', { path: { id }, query: { count } }).catch((error) => {
      throw orMissing(NAME, id, error)
    }),
  )
  print(options.json, dates, dates.length > 0 ? dates : ['It has ended: no dates are left'])
}

async function setStatus(id: string, status: 'active' | 'paused', options: Options): Promise<void> {
  const plan = await callServer(options, (quoin) =>
    quoin.patch('/v1/recurring-invoices/{id}', { path: { id }, body: { status } }).catch((error) => {
      throw orMissing(NAME, id, error)
    }),
  )
  const said = status === 'paused' ? 'is paused' : `is active; its next invoice is on ${plan.next_date}`
  print(options.json, plan, [`The recurring invoice ${id} for ${plan.customer.name} ${said}`])
}

const load = (quoin: Quoin, id: string): Promise<RecurringInvoice> =>
  quoin.get('/v1/recurring-invoices/{id}', { path: { id } }).catch((error) => {
    throw orMissing(NAME, id, error)
  })

const UNITS = { weekly: 'week', monthly: 'month', quarterly: 'quarter', yearly: 'year' } as const

/** `month`, `2 weeks`. */
function everyOf({ frequency, interval }: Pick<RecurringInvoiceSummary, 'frequency' | 'interval'>): string {
  return interval === 1 ? UNITS[frequency] : `${interval} ${UNITS[frequency]}s`
}
