// The requests of the benchmark, and the goals of Quoin.
import { EVER_NEW, type LoadRequests } from './load-order.ts'
import { LINES_PER_INVOICE } from './seed.ts'
import type { Dataset, EngineName, Side } from './sides.ts'

export const SCENARIOS = ['get', 'list', 'filtered', 'search', 'create', 'patch', 'events', 'mixed'] as const
export type ScenarioName = (typeof SCENARIOS)[number]

type Request = LoadRequests['requests'][number]

export interface Scenario {
  title: string
  is_write: boolean
  /** The sides that take part; an engine may not have them all. */
  sides: readonly Side[]
  /** The least share of another side's requests per second that Quoin must reach. */
  goals: Partial<Record<EngineName, Partial<Record<Side, number>>>>
  /** Where one request may take a second: more at once than this would only wait for each other. */
  most_connections?: number
  requests(dataset: Dataset): Request[]
}

const LIST_LIMIT = 50
/** Events that have come since the last poll. */
const EVENTS_POLLED = 10
const SEARCHES = [
  'lindqvist log',
  'hartmann',
  'rossi glass',
  'accounts-12',
  'okafor energy',
  'tanaka soft',
  'castillo',
  'jensen pri',
]

export const scenarios: Record<ScenarioName, Scenario> = {
  get: {
    title: 'GET one invoice',
    is_write: false,
    sides: ['Quoin', 'again', 'plain', 'tuned', 'ready'],
    goals: { sqlite: { plain: 0.6, tuned: 0.45 }, postgres: { tuned: 0.5 } },
    requests: ({ seeded, company }) =>
      seeded.invoice_ids.map((id) => ({ method: 'GET', path: `/v1/invoices/${id}?company_id=${company.company_id}` })),
  },
  list: {
    title: `list of ${LIST_LIMIT}`,
    is_write: false,
    sides: ['Quoin', 'again', 'plain', 'tuned', 'ready'],
    goals: { sqlite: { plain: 0.75, tuned: 0.5 } },
    requests: (dataset) => [listOf(dataset, '')],
  },
  filtered: {
    title: `list of ${LIST_LIMIT}, filtered`,
    is_write: false,
    sides: ['Quoin', 'plain', 'tuned'],
    goals: {},
    requests: (dataset) =>
      dataset.seeded.customer_ids
        .slice(0, 100)
        .flatMap((id, index) => [
          listOf(dataset, `&customer_id=${id}`),
          listOf(dataset, `&status=${['sent', 'paid', 'viewed'][index % 3]}`),
        ]),
  },
  search: {
    title: 'search, 4 at once',
    is_write: false,
    most_connections: 4,
    sides: ['Quoin', 'plain', 'tuned'],
    goals: {},
    requests: ({ company }) =>
      SEARCHES.map((search) => ({
        method: 'GET',
        path: `/v1/customers?company_id=${company.company_id}&search=${encodeURIComponent(search)}&limit=${LIST_LIMIT}&offset=0`,
      })),
  },
  create: {
    title: `create with ${LINES_PER_INVOICE} lines`,
    is_write: true,
    sides: ['Quoin', 'again', 'plain', 'each', 'tuned', 'same'],
    goals: { sqlite: { plain: 0.5, each: 0.9 }, postgres: { same: 0.4 } },
    requests: (dataset) => dataset.seeded.customer_ids.map((id) => creationFor(dataset, id)),
  },
  patch: {
    title: 'PATCH one invoice',
    is_write: true,
    sides: ['Quoin', 'plain', 'tuned'],
    goals: {},
    requests: (dataset) => dataset.seeded.draft_ids.map((id) => changeOf(dataset, id)),
  },
  events: {
    title: `poll of ${EVENTS_POLLED} events`,
    is_write: false,
    sides: ['Quoin', 'plain', 'tuned'],
    goals: { sqlite: { plain: 0.7 } },
    requests: (dataset) => dataset.seeded.event_ids.map((id) => pollAfter(dataset, id)),
  },
  mixed: {
    title: 'mixed, 80 % reads',
    is_write: true,
    sides: ['Quoin', 'plain', 'tuned'],
    goals: {},
    requests: mix,
  },
}

function listOf({ company }: Dataset, filter: string): Request {
  return { method: 'GET', path: `/v1/invoices?company_id=${company.company_id}${filter}&limit=${LIST_LIMIT}&offset=0` }
}

function pollAfter({ company }: Dataset, event_id: string): Request {
  const path = `/v1/events?company_id=${company.company_id}&ending_before=${event_id}&limit=${EVENTS_POLLED}`
  return { method: 'GET', path }
}

function creationFor({ company }: Dataset, customer_id: string): Request {
  const items = Array.from({ length: LINES_PER_INVOICE }, (_, index) => ({
    name: `Consulting, week ${index + 1}`,
    description: 'On site, with preparation and minutes',
    quantity: index + 0.5,
    unit: 'hour',
    unit_price: 95.5 + index,
  }))
  const invoice = {
    customer_id,
    issue_date: '2026-03-02',
    due_date: '2099-12-31',
    notes: 'Thank you.',
    payment_terms: '30 days',
    tax_rate: 19,
    items,
  }
  return { method: 'POST', path: `/v1/invoices?company_id=${company.company_id}`, body: JSON.stringify(invoice) }
}

/** Another text each time: a change that changes nothing is not stored. */
function changeOf({ company }: Dataset, id: string): Request {
  const body = JSON.stringify({ notes: `Thank you, for the ${EVER_NEW}th time.` })
  return { method: 'PATCH', path: `/v1/invoices/${id}?company_id=${company.company_id}`, body }
}

/** Ten requests over and over: four times one invoice, two lists, a filtered one, a poll of events, a create, a change. */
function mix(dataset: Dataset): Request[] {
  const of = (name: ScenarioName) => scenarios[name].requests(dataset)
  const [get, filtered, events, create, patch] = [of('get'), of('filtered'), of('events'), of('create'), of('patch')]
  const list = listOf(dataset, '')
  return Array.from({ length: 1_000 }, (_, index) => {
    const pick = (requests: Request[], place = index) => requests[place % requests.length]!
    const ids = [0, 1, 2, 3].map((place) => pick(get, index * 4 + place))
    return [ids[0]!, list, pick(create), ids[1]!, pick(filtered), ids[2]!, pick(events), pick(patch), ids[3]!, list]
  }).flat()
}
