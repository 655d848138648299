// The only file that calls the service. Paths, queries, bodies and answers have the types of the API's own description.

import type { Data, Method, Options, PathOf } from '../../../sdk/src/types.ts'
import { inWords } from './labels.ts'

/** One fault of a refused request; `param` names the field at fault, if it is one. */
interface Fault {
  error: string
  code: string
  param?: string
}

/** A request that was refused, or that never arrived (`status` 0). Its message is a sentence for people. */
export class RequestFailed extends Error {
  readonly status: number
  readonly code: string
  readonly faults: readonly Fault[]

  constructor(status: number, code: string, message: string, faults: readonly Fault[] = []) {
    super(message)
    this.name = 'RequestFailed'
    this.status = status
    this.code = code
    this.faults = faults
  }
}

/** Faults by the name of the field: `errors['items[0].quantity']`. */
export type FieldErrors = Readonly<Record<string, string>>

/** The faults of a failed request by field; what names none of the fields that the form shows is under `form`. */
export function fieldErrors(error: unknown, shows: (param: string) => boolean): FieldErrors {
  // A conflict is no fault of a field: `Conflict` says it, and what can be done.
  if (!error || (error instanceof Error && error.name === 'ChangedMeanwhile')) return {}
  if (!(error instanceof RequestFailed) || error.faults.length === 0) return { form: messageOf(error) }
  const errors: Record<string, string> = {}
  for (const fault of error.faults) {
    const field = fault.param !== undefined && shows(fault.param) ? fault.param : 'form'
    errors[field] ??= fault.error
  }
  return errors
}

/** A sentence for whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong'
}

type Query = Record<string, unknown>
interface CallOptions {
  path?: Record<string, string>
  query?: Query
  body?: unknown
  signal?: AbortSignal
  if_match?: string | undefined
}
type ApiOptions<P extends PathOf<M>, M extends Method> = Omit<Options<P, M>, 'headers'> & {
  /** Changes this version only, and fails with `precondition_failed` when the object has another by now. */
  if_match?: string | undefined
}
type Rest<O> = Record<never, never> extends O ? [options?: O] : [options: O]

/** The version, by its ETag, that each answer was: a form sends it along when it saves over what it has loaded. */
const versions = new WeakMap<object, string>()

/** The version of an object that was read; undefined where the service gave none. */
export function versionOf(read: object): string | undefined {
  return versions.get(read)
}

/** Says that `copy` is `read` in another object, with the same version. */
export function keepVersion(copy: unknown, read: unknown): void {
  if (typeof copy !== 'object' || copy === null || typeof read !== 'object' || read === null) return
  const version = versions.get(read)
  if (version !== undefined) versions.set(copy, version)
}

let company_id = ''
let onSignedOut = (): void => {}

/** Sets the company that calls are made in, and what is done when the session has ended. */
export function configureApi(options: { company_id?: string; onSignedOut?: () => void }): void {
  company_id = options.company_id ?? company_id
  onSignedOut = options.onSignedOut ?? onSignedOut
}

/** The company that calls are made in: part of every key of the cache. */
export function currentCompany(): string {
  return company_id
}

/** Endpoints of `/v1`, as the person who is signed in. Throws RequestFailed. */
export const api = {
  get: <P extends PathOf<'get'>>(path: P, ...[options]: Rest<ApiOptions<P, 'get'>>): Promise<Data<P, 'get'>> =>
    callCompany('GET', path, options as CallOptions) as Promise<Data<P, 'get'>>,
  post: <P extends PathOf<'post'>>(path: P, ...[options]: Rest<ApiOptions<P, 'post'>>): Promise<Data<P, 'post'>> =>
    callCompany('POST', path, options as CallOptions) as Promise<Data<P, 'post'>>,
  patch: <P extends PathOf<'patch'>>(path: P, ...[options]: Rest<ApiOptions<P, 'patch'>>): Promise<Data<P, 'patch'>> =>
    callCompany('PATCH', path, options as CallOptions) as Promise<Data<P, 'patch'>>,
  delete: <P extends PathOf<'delete'>>(path: P, ...[options]: Rest<ApiOptions<P, 'delete'>>): Promise<Data<P, 'delete'>> =>
    callCompany('DELETE', path, options as CallOptions) as Promise<Data<P, 'delete'>>,
}

function callCompany(method: string, path: string, options: CallOptions = {}): Promise<unknown> {
  return dashboard(method, fillPath(path, options.path), { ...options, query: { company_id, ...options.query } })
}

/** A path with its `{parameters}` filled in. */
export function fillPath(path: string, values: Record<string, string> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

/** An endpoint under `/dashboard/api`; the caller says what it answers. Throws RequestFailed. */
export async function dashboard<T>(method: string, path: string, options: Omit<CallOptions, 'path'> = {}): Promise<T> {
  const answer = await send(method, `/dashboard/api${path}${queryText(options.query)}`, options)
  return (answer as { data: T }).data
}

/** An endpoint of the sign-in under `/dashboard/auth`, which has shapes of its own. Throws RequestFailed. */
export function auth<T>(path: string, body: unknown): Promise<T> {
  return send('POST', `/dashboard/auth${path}`, { body }) as Promise<T>
}

/** A query as text, with its question mark; fields that are empty are left out, lists are joined by commas. */
export function queryText(query: Query = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === '' || value === null) continue
    params.set(name, String(value))
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

async function send(method: string, url: string, options: Omit<CallOptions, 'path' | 'query'>): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.if_match === undefined ? {} : { 'if-match': options.if_match }),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new RequestFailed(0, 'unreachable', 'The service can not be reached. Check the connection and try again.')
  }
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok) {
    const { data } = (answer ?? {}) as { data?: unknown }
    const version = response.headers.get('etag')
    if (version !== null && typeof data === 'object' && data !== null) versions.set(data, version)
    return answer
  }
  throw refused(response, answer)
}

function refused(response: Response, answer: unknown): RequestFailed {
  const { error, message, code, param, errors } = (answer ?? {}) as Partial<Fault> & { message?: string; errors?: Fault[] }
  const sentence = error ?? message ?? `The service answered with status ${response.status}`
  const first = { error: sentence, code: code ?? 'failed', ...(param === undefined ? {} : { param }) }
  if (response.status === 401 && code === 'not_signed_in') onSignedOut()
  const faults = (errors ?? [first]).map((fault) => ({ ...fault, error: inWords(fault) }))
  return new RequestFailed(response.status, first.code, inWords(first), faults)
}
