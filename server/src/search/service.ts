// The search of the dashboard: each room looks among its own, by its indexes, for as many as are shown.
import { disabledModules } from '../companies/service.ts'
import { findCustomers } from '../customers/search.ts'
import type { Tx } from '../database/database.ts'
import type { DocumentSearch, FoundDocument } from '../documents/search.ts'
import type { Context } from '../http/context.ts'
import { invoiceSearch } from '../invoices/search.ts'
import type { CompanyId, CustomerId } from '../kernel/ids.ts'
import { foldText } from '../kernel/text.ts'
import { findProjects } from '../projects/search.ts'
import { quoteSearch } from '../quotes/search.ts'
import { findTasks } from '../tasks/search.ts'
import { type Found, ranked } from './rank.ts'
import type { SearchResult } from './schema.ts'

/** Finds customers, documents, projects and tasks of a company, at most `limit` of each; projects and tasks only while their module is on. */
export function search(context: Context, query: { q: string; limit: number }): Promise<{ results: SearchResult[] }> {
  return context.read(async (tx) => {
    const text = query.q.trim()
    // Accents alone, for one.
    if (foldText(text) === '') return { results: [] }
    const { company_id } = context
    const disabled = await disabledModules(tx, company_id)
    const found = await Promise.all([
      findCustomersAndDocuments(tx, company_id, text, query.limit),
      disabled.has('projects') ? [] : findProjectsAndTasks(tx, company_id, text, query.limit),
    ])
    return { results: ranked(found.flat(), text) }
  })
}

async function findCustomersAndDocuments(tx: Tx, company_id: CompanyId, text: string, limit: number): Promise<Found[]> {
  const customers = await findCustomers(tx, company_id, foldText(text), limit)
  const ids = customers.map(({ id }) => id)
  const [invoices, quotes] = await Promise.all([
    findDocuments(invoiceSearch, tx, company_id, { text, customers: ids, limit }),
    findDocuments(quoteSearch, tx, company_id, { text, customers: ids, limit }),
  ])
  return [
    ...customers.map(({ id, name, contact_email }): Found => {
      const result: SearchResult = { type: 'customer', id, project_id: null, title: name, detail: contact_email }
      return { result, names: [name, contact_email] }
    }),
    ...invoices.map((invoice) => ofDocument('invoice', invoice)),
    ...quotes.map((quote) => ofDocument('quote', quote)),
  ]
}

/** Those whose number begins with the text, then the newest of the customers that were found. */
async function findDocuments(
  room: DocumentSearch,
  tx: Tx,
  company_id: CompanyId,
  wanted: { text: string; customers: readonly CustomerId[]; limit: number },
): Promise<FoundDocument[]> {
  const { text, customers, limit } = wanted
  const by_number = await room.byNumber(tx, company_id, text, limit)
  if (by_number.length === limit) return by_number
  const of_customers = await Promise.all(customers.map((id) => room.ofCustomer(tx, company_id, id, limit)))
  return [...new Map([...by_number, ...of_customers.flat()].map((one) => [one.id, one])).values()].slice(0, limit)
}

function ofDocument(type: 'invoice' | 'quote', { id, number, customer_name }: FoundDocument): Found {
  return { result: { type, id, project_id: null, title: number, detail: customer_name }, names: [number] }
}

async function findProjectsAndTasks(tx: Tx, company_id: CompanyId, text: string, limit: number): Promise<Found[]> {
  const [projects, tasks] = await Promise.all([findProjects(tx, company_id, text, limit), findTasks(tx, company_id, text, limit)])
  return [
    ...projects.map(({ id, title, public_id }): Found => {
      return { result: { type: 'project', id, project_id: null, title, detail: public_id }, names: [title, public_id] }
    }),
    ...tasks.map(({ id, project_id, title, public_id, project_title }): Found => {
      const detail = `${public_id} · ${project_title}`
      return { result: { type: 'task', id, project_id, title, detail }, names: [title, public_id] }
    }),
  ]
}
