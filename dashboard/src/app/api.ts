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

/** The faults of a failed request by field; faults of fields that the form does not show are under `form`. */
export function fieldErrors(error: unknown, shows: (param: string) => boolean): FieldErrors {
  // A conflict is not a fault of a field: `Conflict` shows it, and what can be done.
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
  /** Sent as it is, in place of a body in JSON. */
  file?: { content: Blob; content_type: string }
  signal?: AbortSignal
  if_match?: string | undefined
  idempotency_key?: string
}
type ApiOptions<P extends PathOf<M>, M extends Method> = Omit<Options<P, M>, 'headers'> & {
  /** Changes this version only, and fails with `precondition_failed` when the object has another by now. */
  if_match?: string | undefined
}
type Rest<O> = Record<never, never> extends O ? [options?: O] : [options: O]

/** The version (ETag) of each answer: a form sends it when it saves over what it has loaded. */
const versions = new WeakMap<object, string>()

/** The version of an object that was read; undefined if the service sent none. */
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

/** Sets the company of calls, and what to do when the session has ended. */
export function configureApi(options: { company_id?: string; onSignedOut?: () => void }): void {
  company_id = options.company_id ?? company_id
  onSignedOut = options.onSignedOut ?? onSignedOut
}

/** The company that calls are made in: part of every key of the cache. */
export function currentCompany(): string {
  return company_id
}

/** Reads endpoints of `/v1` as the signed-in person. Changes are sent by a `Sender`. Throws RequestFailed. */
export const api = {
  get: <P extends PathOf<'get'>>(path: P, ...[options]: Rest<ApiOptions<P, 'get'>>): Promise<Data<P, 'get'>> =>
    callCompany(send, 'GET', path, options as CallOptions) as Promise<Data<P, 'get'>>,
}

/** Sends changes, each of them once: the same request sent again by the same sender has the same Idempotency-Key. Throws RequestFailed. */
export interface Sender {
  post<P extends PathOf<'post'>>(path: P, ...[options]: Rest<ApiOptions<P, 'post'>>): Promise<Data<P, 'post'>>
  patch<P extends PathOf<'patch'>>(path: P, ...[options]: Rest<ApiOptions<P, 'patch'>>): Promise<Data<P, 'patch'>>
  delete<P extends PathOf<'delete'>>(path: P, ...[options]: Rest<ApiOptions<P, 'delete'>>): Promise<Data<P, 'delete'>>
  /** An endpoint under `/dashboard/api`; the caller gives the type of its answer. */
  dashboard<T>(method: 'POST' | 'PATCH' | 'DELETE', path: string, options?: Omit<CallOptions, 'path'>): Promise<T>
  /** Whatever is sent from now on is intended, even if it is the same as before. */
  renew(): void
}

/** How long a request waits for the first one with its key to be answered, and how often it asks. */
const IN_USE_TRIES = 20
const IN_USE_WAIT_MS = 500

/**
 * A sender for one form, or one button. The service applies the same key once, so neither a second click nor a retry after a lost answer
 * makes a second payment; different content is a different request and gets another key. `useChange` gives each form its own.
 */
export function createSender(): Sender {
  const keys = new Map<string, string>()
  const sendOnce: Send = async (method, url, options) => {
    if (method === 'DELETE') return send(method, url, options)
    const request = JSON.stringify([method, url, options.body, options.if_match])
    const key = keys.get(request) ?? newKey()
    keys.set(request, key)
    for (let tries = 1; ; tries++) {
      try {
        return await send(method, url, { ...options, idempotency_key: key })
      } catch (error) {
        // The first one, whose answer was lost, is still at work.
        const is_running = error instanceof RequestFailed && error.code === 'idempotency_key_in_use'
        if (!is_running || tries === IN_USE_TRIES) throw error
        await new Promise((resolve) => setTimeout(resolve, IN_USE_WAIT_MS))
      }
    }
  }
  const change = (method: string) => (path: string, options?: CallOptions) => callCompany(sendOnce, method, path, options)
  return {
    post: change('POST') as Sender['post'],
    patch: change('PATCH') as Sender['patch'],
    delete: change('DELETE') as Sender['delete'],
    dashboard: (method, path, options) => callDashboard(sendOnce, method, path, options),
    renew: () => keys.clear(),
  }
}

/** `crypto.randomUUID` is there on secure pages only, and a service on a plain address of the office is not one. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

type Send = (method: string, url: string, options: Omit<CallOptions, 'path' | 'query'>) => Promise<unknown>

function callCompany(by: Send, method: string, path: string, options: CallOptions = {}): Promise<unknown> {
  return callDashboard(by, method, fillPath(path, options.path), { ...options, query: { company_id, ...options.query } })
}

async function callDashboard<T>(by: Send, method: string, path: string, options: Omit<CallOptions, 'path'> = {}): Promise<T> {
  const answer = await by(method, `/dashboard/api${path}${queryText(options.query)}`, options)
  return (answer as { data: T }).data
}

/** A path with its `{parameters}` filled in. */
export function fillPath(path: string, values: Record<string, string> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

/** Reads an endpoint under `/dashboard/api`; the caller gives the type of its answer. Throws RequestFailed. */
export function dashboard<T>(method: 'GET', path: string, options: Omit<CallOptions, 'path'> = {}): Promise<T> {
  return callDashboard(send, method, path, options)
}

/**
 * Reads a PDF from an endpoint under `/dashboard/api`: with a body one that is made of it, and not stored. Throws RequestFailed.
 */
export async function readPdf(
  path: string,
  options: { query?: Query; body?: unknown; signal?: AbortSignal } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const method = options.body === undefined ? 'GET' : 'POST'
  const response = await ask(method, pdfAddress(path, options.query), options, 'application/pdf, application/json')
  if (!response.ok) throw refused(response, await response.json().catch(() => undefined))
  return new Uint8Array(await response.arrayBuffer())
}

/** A file of an endpoint under `/dashboard/api`, for a download that says why where it is refused. Throws RequestFailed. */
export async function readFile(path: string, query: Query = {}): Promise<Blob> {
  const response = await ask('GET', pdfAddress(path, query), {}, '*/*')
  if (!response.ok) throw refused(response, await response.json().catch(() => undefined))
  return response.blob()
}

/** Sends a file as it is to an endpoint under `/dashboard/api` that stores nothing; the caller gives the type of its answer. Throws RequestFailed. */
export async function sendFile<T>(path: string, file: Blob, content_type: string): Promise<T> {
  const answer = await send('POST', pdfAddress(path), { file: { content: file, content_type } })
  return (answer as { data: T }).data
}

/** The address of a PDF of the company at work, for links. */
export function pdfAddress(path: string, query: Query = {}): string {
  return `/dashboard/api${path}${queryText({ company_id, ...query })}`
}

/** Uses a one-time link: nobody is signed in yet, so there is no owner of an Idempotency-Key. Throws RequestFailed. */
export function takeUpLink(token: string, password: string): Promise<unknown> {
  return send('POST', `/dashboard/api/welcome/${token}`, { body: { password } })
}

/** An endpoint of the sign-in under `/dashboard/auth`, which has its own shapes. Throws RequestFailed. */
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
  const response = await ask(method, url, options, 'application/json')
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok) {
    const { data } = (answer ?? {}) as { data?: unknown }
    const version = response.headers.get('etag')
    if (version !== null && typeof data === 'object' && data !== null) versions.set(data, version)
    return answer
  }
  throw refused(response, answer)
}

async function ask(method: string, url: string, options: Omit<CallOptions, 'path' | 'query'>, accept: string): Promise<Response> {
  const content_type = options.file?.content_type ?? (options.body === undefined ? undefined : 'application/json')
  const body = options.file?.content ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
  try {
    return await fetch(url, {
      method,
      headers: {
        accept,
        ...(content_type === undefined ? {} : { 'content-type': content_type }),
        ...(options.if_match === undefined ? {} : { 'if-match': options.if_match }),
        ...(options.idempotency_key === undefined ? {} : { 'idempotency-key': options.idempotency_key }),
      },
      ...(body === undefined ? {} : { body }),
      ...(options.signal ? { signal: options.signal } : {}),
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new RequestFailed(0, 'unreachable', 'The service can not be reached. Check the connection and try again.')
  }
}

function refused(response: Response, answer: unknown): RequestFailed {
  const { error, message, code, param, errors } = (answer ?? {}) as Partial<Fault> & { message?: string; errors?: Fault[] }
  const sentence = error ?? message ?? `The service answered with status ${response.status}`
  const first = { error: sentence, code: code ?? 'failed', ...(param === undefined ? {} : { param }) }
  if (response.status === 401 && code === 'not_signed_in') onSignedOut()
  const faults = (errors ?? [first]).map((fault) => ({ ...fault, error: inWords(fault) }))
  return new RequestFailed(response.status, first.code, inWords(first), faults)
}
