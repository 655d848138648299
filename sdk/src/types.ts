// The types of the client's methods, derived from the generated ones: the paths of a method, its arguments and its result.
import type { components, paths } from './api.ts'

type Schemas = components['schemas']
export type Company = Schemas['Company']
export type User = Schemas['User']
export type Customer = Schemas['Customer']
export type CustomerSummary = Schemas['CustomerSummary']
export type Invoice = Schemas['Invoice']
export type InvoiceSummary = Schemas['InvoiceSummary']
export type LineItem = Schemas['LineItem']
export type Payment = Schemas['Payment']
export type BankTransaction = Schemas['BankTransaction']
export type CreditNote = Schemas['CreditNote']
export type CreditNoteSummary = Schemas['CreditNoteSummary']
export type RecurringInvoice = Schemas['RecurringInvoice']
export type RecurringInvoiceSummary = Schemas['RecurringInvoiceSummary']
export type Refund = Schemas['Refund']
export type Quote = Schemas['Quote']
export type QuoteSummary = Schemas['QuoteSummary']
export type Project = Schemas['Project']
export type Task = Schemas['Task']
export type TimeEntry = Schemas['TimeEntry']
export type EventType = Schemas['EventType']
export type WebhookEndpoint = Schemas['WebhookEndpoint']
export type WebhookDelivery = Schemas['WebhookDelivery']

export type Method = 'get' | 'post' | 'patch' | 'delete'

/** The paths that take an API key; the others are for the dashboard's own pages. */
type ApiPath = keyof paths & `/v1/${string}`

/** The paths that have a method and answer it with JSON. */
export type PathOf<M extends Method> = { [P in ApiPath]: Data<P, M> extends never ? never : P }[ApiPath]

/** The paths that answer with a file. */
export type FilePath = {
  [P in ApiPath]: Operation<P, 'get'> extends {
    responses: { 200: { content: { 'application/pdf': string } | { 'application/xml': string } } }
  }
    ? P
    : never
}[ApiPath]

/** The paths that work in no company: they take no `company_id`. */
export type PathWithoutCompany = {
  [P in ApiPath]: 'company_id' extends keyof QueryOf<Operation<P, Method>> ? never : P
}[ApiPath]

/** The result of a call: the `data` of the answer. */
export type Data<P extends keyof paths, M extends Method> = DataOf<Operation<P, M>>

/** The arguments of a call after the path: none if none is required. */
export type Arguments<P extends keyof paths, M extends Method> =
  Nothing extends Options<P, M> ? [options?: Options<P, M>] : [options: Options<P, M>]

export type Options<P extends keyof paths, M extends Method> = PathOption<Operation<P, M>> &
  QueryOption<Operation<P, M>> &
  BodyOption<Operation<P, M>> &
  HeaderOptions<Operation<P, M>> &
  CallOptions

/** The options of every call. */
export interface CallOptions {
  headers?: Record<string, string>
  /** Ends the call, its retries included: it then throws the signal's reason. */
  signal?: AbortSignal
}

/** The paths of lists, and the items of each. */
export type ListPath = { [P in ApiPath]: Item<P> extends never ? never : P }[ApiPath]
export type Item<P extends keyof paths> = ItemOf<Operation<P, 'get'>>

/** The filters of a list; the iterator handles the pages. */
export type ListArguments<P extends keyof paths> =
  Nothing extends ListOptions<P> ? [options?: ListOptions<P>] : [options: ListOptions<P>]
export type ListOptions<P extends keyof paths> = PathOption<Operation<P, 'get'>> & {
  query?: Omit<OptionalCompany<QueryOf<Operation<P, 'get'>>>, 'limit' | 'offset' | 'ending_before'>
} & CallOptions

type Operation<P extends keyof paths, M extends Method> = NonNullable<paths[P][M]>

type DataOf<O> = O extends { responses: infer R } ? JsonData<R[keyof R & (200 | 201 | 202)]> : never
type JsonData<A> = A extends { content: { 'application/json': { data: infer D } } } ? D : never

/** Lists have pages; their items are the one array in the answer. */
type ItemOf<O> = 'limit' extends keyof QueryOf<O> ? ElementOf<DataOf<O>[keyof DataOf<O>]> : never
type ElementOf<T> = T extends readonly (infer E)[] ? E : never

type Nothing = Record<never, never>
type QueryOf<O> = O extends { parameters: { query?: infer Q } }
  ? [NonNullable<Q>] extends [never]
    ? Nothing
    : OneOrMore<NonNullable<Q>>
  : Nothing
/** A filter that takes several values takes one by itself, too. */
type OneOrMore<Q> = { [Name in keyof Q]: NonNullable<Q[Name]> extends readonly (infer E)[] ? Q[Name] | E : Q[Name] }
type OptionalCompany<Q> = Omit<Q, 'company_id'> & ('company_id' extends keyof Q ? { company_id?: string } : unknown)
type QueryOption<O> =
  Nothing extends OptionalCompany<QueryOf<O>> ? { query?: OptionalCompany<QueryOf<O>> } : { query: OptionalCompany<QueryOf<O>> }

type PathOption<O> = O extends { parameters: { path: infer P } } ? ([P] extends [never] ? unknown : { path: P }) : unknown

type BodyOption<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? { body: B }
  : O extends { requestBody?: { content: { 'application/json': infer B } } }
    ? { body?: B }
    : O extends { requestBody: { content: infer C } }
      ? {
          /** The file, as it is. */
          body: string | Uint8Array
          /** What kind of file it is. */
          content_type: keyof C & string
        }
      : unknown

type HeaderOptions<O> = O extends { parameters: { header?: infer H } }
  ? ('Idempotency-Key' extends keyof H
      ? {
          /** Makes repeating the call safe, even by another process; a random one when absent. */
          idempotency_key?: string
        }
      : unknown) &
      ('If-Match' extends keyof H
        ? {
            /** Change only this version: the `ETag` of an earlier answer (`quoin.request` gives it). */
            if_match?: string
          }
        : unknown)
  : unknown
