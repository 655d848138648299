// The client: typed calls on openapi-fetch, with idempotency keys and retries.
import createClient from 'openapi-fetch'
import type { paths } from './api.ts'
import { errorOfAnswer, QuoinError } from './errors.ts'
import { type FollowOptions, follow } from './follow.ts'
import { listAll } from './lists.ts'
import { type Answer, fetchWithRetries, type RetrySettings, sleep } from './retry.ts'
import type { Arguments, Data, FilePath, Item, ListArguments, ListPath, Method, PathOf, PathWithoutCompany } from './types.ts'
import type { StoredEvent } from './webhooks.ts'

const RETRIES = 3
const TIMEOUT_MS = 30_000

/** The compiler keeps this list whole. */
const WITHOUT_COMPANY: Record<PathWithoutCompany, true> = {
  '/v1/companies': true,
  '/v1/companies/{id}': true,
  '/v1/api-keys': true,
  '/v1/api-keys/{id}': true,
  '/v1/api-keys/{id}/addresses': true,
  '/v1/api-keys/{id}/rotate': true,
  '/v1/api-keys/{id}/revoke': true,
}

export interface QuoinOptions {
  /** Where the server is: `https://billing.example.com`. */
  url: string
  /** `sk_…` */
  api_key: string
  /** The company to work in, for each call that names no other: `com_…`. */
  company_id?: string | undefined
  /** Tries after the first (default 3). */
  retries?: number
  /** Longest time of one try (default 30 s). */
  timeout_ms?: number
  /** Sent with each request. */
  headers?: Record<string, string>
  /** In place of the global `fetch`. */
  fetch?: typeof globalThis.fetch
}

/** An answer with everything around its data. */
export interface QuoinAnswer<D> {
  data: D
  status: number
  /** `ETag`, `Quoin-Request-Id`, `Idempotent-Replayed`, … */
  headers: Headers
}

/** A file, as it was given out. */
export interface QuoinFile {
  bytes: Uint8Array
  /** `INV-2026-000001.pdf` */
  filename: string
  /** The SHA-256 of the bytes when the server keeps them, in hexadecimal; null for a draft. */
  sha256: string | null
  /** `ETag`, `Quoin-Request-Id`, … */
  headers: Headers
}

/**
 * Each method takes a path as the API reference writes it, and gives the `data` of the answer; a refusal, and an answer that did not
 * come, is thrown as a QuoinError.
 */
export interface Quoin {
  get<P extends PathOf<'get'>>(path: P, ...options: Arguments<P, 'get'>): Promise<Data<P, 'get'>>
  post<P extends PathOf<'post'>>(path: P, ...options: Arguments<P, 'post'>): Promise<Data<P, 'post'>>
  patch<P extends PathOf<'patch'>>(path: P, ...options: Arguments<P, 'patch'>): Promise<Data<P, 'patch'>>
  delete<P extends PathOf<'delete'>>(path: P, ...options: Arguments<P, 'delete'>): Promise<Data<P, 'delete'>>
  /** Like the methods above, with status and headers. */
  request<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    ...options: Arguments<P, M>
  ): Promise<QuoinAnswer<Data<P, M>>>
  /** A file, like the PDF of an invoice. */
  file<P extends FilePath>(path: P, ...options: Arguments<P, 'get'>): Promise<QuoinFile>
  /** All objects of a list, page after page as they are read, in the order of the API: newest first. */
  list<P extends ListPath>(path: P, ...options: ListArguments<P>): AsyncGenerator<Item<P>, void, undefined>
  /**
   * The events of a company as they happen, oldest first, forever: it reconnects after a lost connection and misses none. Throws a
   * QuoinError when the server refuses (a revoked key, an unknown type), and ends when `signal` is aborted.
   */
  follow(options?: FollowOptions): AsyncGenerator<StoredEvent, void, undefined>
}

/** Makes a client. Needs no connection yet; throws a TypeError for options that can't work. */
export function createQuoin(options: QuoinOptions): Quoin {
  const { api_key, company_id, retries = RETRIES, timeout_ms = TIMEOUT_MS, fetch = globalThis.fetch } = options
  const url = baseUrl(options.url)
  if (typeof api_key !== 'string' || api_key === '') throw new TypeError('createQuoin needs an api_key: sk_…')
  const headers = { ...options.headers, authorization: `Bearer ${api_key}` }
  const settings: RetrySettings = { fetch, retries, timeout_ms, random: Math.random, sleep }

  const answers = new WeakMap<Response, Answer>()
  const client = createClient<paths>({
    baseUrl: url,
    headers,
    // A redirected POST would arrive as a GET.
    redirect: 'manual',
    querySerializer: { array: { style: 'form', explode: false } },
    fetch: async (request) => {
      const answer = await fetchWithRetries(request, settings)
      answers.set(answer.response, answer)
      return answer.response
    },
  }) as unknown as LooseClient

  const ask = async (method: Method, path: string, given: LooseOptions): Promise<Answer> => {
    const in_company = path in WITHOUT_COMPANY ? {} : { company_id: given.query?.['company_id'] ?? company_id }
    const { response } = await client.request(method, path, {
      params: { path: given.path, query: { ...given.query, ...in_company } },
      headers: headersOf(method, given),
      body: given.body,
      ...(given.content_type === undefined ? {} : { bodySerializer: asItIs }),
      signal: given.signal,
      parseAs: 'text',
    })
    const answer = answers.get(response)!
    if (!response.ok) throw errorOfAnswer(response, answer.text, answer.tries)
    return answer
  }
  const call = async (method: Method, path: string, given: LooseOptions = {}): Promise<QuoinAnswer<unknown>> => {
    const { response, text, tries } = await ask(method, path, given)
    return { data: dataOf(text, url, response.status, tries), status: response.status, headers: response.headers }
  }
  const shortcut = (method: Method) => async (path: string, given?: LooseOptions) => (await call(method, path, given)).data

  const get = shortcut('get')
  return {
    get,
    post: shortcut('post'),
    patch: shortcut('patch'),
    delete: shortcut('delete'),
    request: call,
    async file(path: string, given: LooseOptions = {}): Promise<QuoinFile> {
      const { response, bytes, tries } = await ask('get', path, given)
      const { status, headers } = response
      const filename = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1]
      if (filename === undefined) {
        throw new QuoinError({ status, errors: [{ error: `${url} does not answer with a file: is it a Quoin server?` }], tries })
      }
      return { bytes, filename, sha256: headers.get('quoin-document-sha256'), headers }
    },
    list: (path: string, given: LooseOptions = {}) =>
      listAll((query) => get(path, { ...given, query: { ...given.query, ...query } })),
    async *follow(given: FollowOptions = {}) {
      for await (const { text } of follow({ url, headers, company_id, fetch }, given)) yield JSON.parse(text)
    },
    // The types of Quoin say what may be called; in here, paths and options are whatever the caller gave.
  } as unknown as Quoin
}

/** The options of a call, whatever its path. */
interface LooseOptions {
  path?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  /** Of a body that is a file; without it a body is JSON. */
  content_type?: string
  headers?: Record<string, string>
  idempotency_key?: string
  if_match?: string
  signal?: AbortSignal
}

interface LooseClient {
  request(method: string, path: string, init: object): Promise<{ response: Response }>
}

/** The address without a trailing slash; throws a TypeError if it is not an http address. */
function baseUrl(url: string): string {
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'https:' && parsed?.protocol !== 'http:') {
    throw new TypeError(`createQuoin needs the url of a server, like https://billing.example.com, not ${JSON.stringify(url)}`)
  }
  return (parsed.origin + parsed.pathname).replace(/\/+$/, '')
}

/** One key for all tries of a call, which makes retries safe. */
const asItIs = (file: unknown) => file

function headersOf(method: Method, { headers, idempotency_key, if_match, content_type }: LooseOptions): Record<string, string> {
  const is_write = method === 'post' || method === 'patch'
  return {
    ...(is_write ? { 'idempotency-key': idempotency_key ?? crypto.randomUUID() } : {}),
    ...(if_match === undefined ? {} : { 'if-match': if_match }),
    ...(content_type === undefined ? {} : { 'content-type': content_type }),
    ...Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
  }
}

function dataOf(text: string, url: string, status: number, tries: number): unknown {
  try {
    return JSON.parse(text).data
  } catch {
    throw new QuoinError({ status, errors: [{ error: `${url} does not answer with JSON: is it a Quoin server?` }], tries })
  }
}
