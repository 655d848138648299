// The search of the dashboard: each room looks among its own, by its indexes, for as many as are shown.
import { disabledModules, getCompany } from '../../access/companies/service.ts'
import { findCustomers } from '../../billing/customers/search.ts'
import type { DocumentKind } from '../../billing/documents/kinds.ts'
import { type DocumentSearch, documentSearches, type FoundDocument } from '../../billing/documents/search.ts'
import { readTypedNumber, type TypedNumber } from '../../billing/documents/typed-number.ts'
import type { Context } from '../../http/context.ts'
import type { CompanyId, CustomerId } from '../../kernel/ids.ts'
import { foldText } from '../../kernel/text.ts'
import type { Tx } from '../../sql/database.ts'
import { findProjects } from '../../work/projects/search.ts'
import { findTasks } from '../../work/tasks/search.ts'
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
  const typed = readTypedNumber(text)
  const company = typed && (await getCompany(tx, company_id))
  const wanted = { text, typed, customers: ids, limit }
  const documents = await Promise.all(
    documentSearches.map(async (room) => {
      const prefix = company?.[`${room.kind}_prefix`] ?? ''
      const found = await findDocuments(room, tx, company_id, { ...wanted, prefix })
      return found.map((document) => ofDocument(room.kind, text, document))
    }),
  )
  return [
    ...customers.map(({ id, name, contact_email }): Found => {
      const result: SearchResult = { type: 'customer', id, project_id: null, title: name, detail: contact_email }
      return { result, names: [name, contact_email] }
    }),
    ...documents.flat(),
  ]
}

interface WantedDocuments {
  text: string
  typed: TypedNumber | undefined
  /** The first part of the company's numbers. */
  prefix: string
  customers: readonly CustomerId[]
  limit: number
}

/** Documents whose number the text means, then those whose number begins with it, then the newest of the customers that were found. */
async function findDocuments(
  room: DocumentSearch,
  tx: Tx,
  company_id: CompanyId,
  { text, typed, prefix, customers, limit }: WantedDocuments,
): Promise<(FoundDocument & { is_meant: boolean })[]> {
  const meant = typed ? await room.byTypedNumber(tx, company_id, typed, prefix) : []
  const by_number = meant.length >= limit ? [] : await room.byNumber(tx, company_id, text, limit)
  const is_full = meant.length + by_number.length >= limit
  const of_customers = is_full ? [] : await Promise.all(customers.map((id) => room.ofCustomer(tx, company_id, id, limit)))
  const ids = new Set(meant.map(({ id }) => id))
  return [...new Map([...meant, ...by_number, ...of_customers.flat()].map((one) => [one.id, one])).values()]
    .slice(0, limit)
    .map((one) => ({ ...one, is_meant: ids.has(one.id) }))
}

function ofDocument(type: DocumentKind, text: string, document: FoundDocument & { is_meant: boolean }): Found {
  const { id, number, customer_name, is_meant } = document
  const result: SearchResult = { type, id, project_id: null, title: number, detail: customer_name }
  // A number that is meant counts as an exact match.
  return { result, names: is_meant ? [number, text] : [number] }
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
