// The real service on a real database in a separate folder, for tests: with a clock that can be moved, and keys of every level.
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { createApiKey } from '../../src/access/api-keys/service.ts'
import { createCompany, type FetchLogo } from '../../src/access/companies/service.ts'
import { createOrganization } from '../../src/access/organizations/service.ts'
import type { SingleSignOnSettings } from '../../src/access/sessions/single-sign-on.ts'
import { createUser } from '../../src/access/users/service.ts'
import { createApp } from '../../src/app.ts'
import { type Press, startPress } from '../../src/billing/printing/press.ts'
import type { PdfOf } from '../../src/billing/public-pages/service.ts'
import { dashboardEndpoints, endpoints } from '../../src/endpoints.ts'
import { type DatabaseSettings, openDatabase } from '../../src/engines/open.ts'
import type { BudgetLimits } from '../../src/http/budget.ts'
import type { SocketLimits } from '../../src/http/sockets.ts'
import type { StreamLimits } from '../../src/http/streams.ts'
import type { AnyJobKind } from '../../src/jobs/job-kind.ts'
import type { JobRunner } from '../../src/jobs/runner.ts'
import { type CompanyId, type EmailId, newId, type OrganizationId, type UserId } from '../../src/kernel/ids.ts'
import { createVault } from '../../src/kernel/vault.ts'
import { exportLines } from '../../src/operate/transfer/export.ts'
import { type ImportTarget, importLines } from '../../src/operate/transfer/import.ts'
import { afterAttempt } from '../../src/record/mail/email.ts'
import type { Mailer } from '../../src/record/mail/mailer.ts'
import { findEmail, saveEmail } from '../../src/record/mail/repository.ts'
import type { Dispatcher } from '../../src/record/webhooks/dispatcher.ts'
import type { Sender } from '../../src/record/webhooks/sender.ts'
import type { Database, Engine } from '../../src/sql/database.ts'
import { assertConforms } from './contract.ts'
import { newTestDatabase } from './engine.ts'
import { png } from './pictures.ts'
import { type OnStatement, recordStatements } from './recorded-database.ts'

export type Level = 'read' | 'write' | 'admin'

/** An organization of a test: two companies, two users, and keys of every level that reach both companies. */
export interface TestTenant {
  organization_id: OrganizationId
  user_id: UserId
  colleague_id: UserId
  company_id: CompanyId
  sibling_id: CompanyId
  keys: Record<Level, string>
}

export interface Call {
  /** The key to send; the tenant's admin key when absent, none when null. */
  key?: string | null
  /** The company to ask for; the tenant's first when absent, none when null. */
  company?: string | null
  body?: unknown
  headers?: Record<string, string>
  query?: Record<string, string>
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by tests; their shape is checked against the contract
type Json = any

export interface TestAnswer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
  /** The answer as it came. */
  bytes: Buffer
  body: Json
  /** `body.data`, or undefined. */
  data: Json
}

export interface TestApp {
  database: Database
  /** The data folder, for a second connection to the database. */
  settings: DatabaseSettings
  /** The HTTP server, for tests that need real sockets; `call` needs none. */
  server: FastifyInstance
  tenant: TestTenant
  /** Moves the clock, which otherwise stands still. */
  setClock(iso: string): void
  /** Lets time pass: on the clock, and on the steady one that deliveries are due by, which `setClock` leaves alone. */
  pass(ms: number): void
  now_ms(): number
  /** Sends events to webhook endpoints once a test starts it. */
  dispatcher: Dispatcher
  /** Runs jobs once a test starts it. */
  jobs: JobRunner
  call(method: string, path: string, call?: Call): Promise<TestAnswer>
  /** Runs everything that is done hourly. */
  sweep(): Promise<void>
  /** Makes a queued mail one that the mail server has refused. */
  failEmail(company_id: string, id: string): Promise<void>
  /** Writes buffered audit rows and times of use. */
  flush(): Promise<boolean>
  addTenant(currency?: string): Promise<TestTenant>
  close(): Promise<void>
}

/** The default time at which tests start. */
export const START = '2026-06-15T10:00:00.000Z'

/** Starts the service for a test. Close it at the end. */
export async function startTestApp(
  options: {
    requests_per_second?: number
    audit_retention_days?: number
    event_retention_days?: number
    delivery_retention_days?: number
    currency?: string
    /** Whether its companies are sandboxes. */
    is_sandbox?: boolean
    stream_limits?: Partial<StreamLimits>
    budget_limits?: Partial<BudgetLimits>
    /** Makes the calls to webhook endpoints; a test that starts the dispatcher gives one. */
    sender?: Sender
    /** Fetches logos at addresses; by default each is a picture. */
    fetchLogo?: FetchLogo
    /** Prints documents; by default the real one, which all services of a test file share. */
    press?: Pick<Press, 'print'>
    /** Sends mails; null: no mail server is configured. By default there is one, and a test that starts the jobs gives it. */
    mailer?: Mailer | null
    /** How many mails a company may send within 24 hours; by default any number. */
    mail_per_day?: number
    /** Whether webhooks may go to private addresses; by default they may, which spares tests the resolver. */
    allow_private_webhooks?: boolean
    /** Called for every statement that the service runs. */
    onStatement?: OnStatement
    /** The folder of built pages. */
    pages_dir?: string
    /** Where it is not the engine under test. */
    engine?: Engine
    /** Starts with the content of another service, moved by an export and an import, and has its tenant. */
    copy_of?: TestApp
    /** Works on the database of another service, as a second process would, and has its tenant. Close it before that one. */
    beside?: TestApp
    /** Settings of the database: a place of its own, which the test removes, or more for the one that `beside` has. */
    database?: Partial<DatabaseSettings>
    /** Another service that people can sign in by. */
    single_sign_on?: SingleSignOnSettings
    /** Whose `X-Forwarded-For` counts. */
    trusted_proxies?: readonly string[]
    cors_origins?: readonly string[]
    security_contact?: string
    socket_limits?: SocketLimits
    headers_timeout_ms?: number
    /** Gives the PDFs of public pages, instead of the kept ones. */
    pdfOf?: PdfOf
    /** Told what the service logs. */
    log?: Logger
  } = {},
): Promise<TestApp> {
  const { beside } = options
  const given = beside?.settings ?? (options.database?.database_url ? (options.database as DatabaseSettings) : undefined)
  const place = given
    ? { settings: { ...given, ...options.database }, remove: async () => {} }
    : await newTestDatabase(options.engine)
  let now_ms = Date.parse(START)
  let steady_ms = now_ms
  const clock = { now_ms: () => now_ms }
  const opened = await openDatabase(place.settings, (error) => {
    throw error
  })
  const database = options.onStatement ? recordStatements(opened.database, options.onStatement) : opened.database
  const log = options.log ?? pino({ level: process.env['QUOIN_TEST_LOG'] ?? 'silent' })
  const { requests_per_second, stream_limits } = options
  const vault = createVault(Buffer.alloc(32, 7))
  const sender = options.sender ?? { send: () => Promise.reject(new Error('This test sends no webhooks')), close: async () => {} }
  const mailer = options.mailer === undefined ? NO_MAILER : options.mailer
  const mail = mailer === null ? undefined : { mailer, from: MAIL_FROM, per_day: options.mail_per_day }
  const steadyClock = { now_ms: () => steady_ms }
  const webhooks = { vault, sender, steadyClock, allow_private_webhooks: options.allow_private_webhooks ?? true }
  const { pages_dir } = options
  const { single_sign_on, trusted_proxies, cors_origins, security_contact, socket_limits, headers_timeout_ms } = options
  const edge = { trusted_proxies, cors_origins, security_contact, socket_limits, headers_timeout_ms }
  const { audit_retention_days, event_retention_days, delivery_retention_days } = options
  const kept = { audit_retention_days, event_retention_days, delivery_retention_days, budget_limits: options.budget_limits }
  const served = { pdfOf: options.pdfOf, mail, public_url: PUBLIC_URL, pages_dir, single_sign_on, ...edge, ...kept }
  const app = createApp({
    press: options.press ?? PRESS,
    fetchLogo: options.fetchLogo ?? fetchSample,
    ...webhooks,
    ...served,
    database,
    clock,
    log,
    requests_per_second,
    stream_limits,
  })
  // Under `inject` the bound on an answer that is not read is a timer that nothing ends: each would keep the test file waiting for 30 s.
  app.server.addHook('onRequest', async (_, { raw }) => {
    if ('_lightMyRequest' in raw) raw.setTimeout = () => raw
  })
  await app.server.ready()
  const addTenant = (currency = options.currency ?? 'USD') =>
    makeTenant(database, now_ms, { currency, is_sandbox: options.is_sandbox })
  try {
    if (options.copy_of) await copyContent(options.copy_of.database, database, { vault, now_ms })
  } catch (error) {
    // Its connections would keep the process from ending.
    await app.server.close()
    await database.close()
    await place.remove()
    throw error
  }
  const tenant = (options.copy_of ?? beside)?.tenant ?? (await addTenant())
  return {
    database,
    settings: place.settings,
    server: app.server,
    tenant,
    setClock: (iso) => {
      now_ms = Date.parse(iso)
    },
    pass(ms) {
      now_ms += ms
      steady_ms += ms
    },
    now_ms: () => now_ms,
    dispatcher: app.dispatcher,
    jobs: app.jobs,
    async call(method, path, call = {}) {
      const query = new URLSearchParams(call.query)
      const company = call.company === undefined && !path.includes('company_id=') ? tenant.company_id : call.company
      if (company != null) query.set('company_id', company)
      const separator = query.size === 0 ? '' : path.includes('?') ? '&' : '?'
      const key = call.key === undefined ? tenant.keys.admin : call.key
      const is_raw = typeof call.body === 'string' || Buffer.isBuffer(call.body)
      const url = `${path}${separator}${query}`
      const response = await app.server.inject({
        method: method as 'GET',
        url,
        payloadAsStream: STREAM_PATHS.some((streamed) => url.includes(streamed)),
        headers: {
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...call.headers,
        },
        ...(call.body === undefined ? {} : { payload: is_raw ? (call.body as string) : JSON.stringify(call.body) }),
      })
      const text = await textOf(response)
      const is_json = text !== '' && String(response.headers['content-type']).startsWith('application/json')
      const body = is_json ? JSON.parse(text) : undefined
      assertConforms(ALL_ENDPOINTS, method, path, response.statusCode, is_json ? body : text, text)
      return { status: response.statusCode, headers: response.headers, text, bytes: response.rawPayload, body, data: body?.data }
    },
    async sweep() {
      for (const kind of app.job_kinds) if (kind.every) await runOnce(kind, database, now_ms)
    },
    failEmail: (company_id, id) => failEmail(database, company_id as CompanyId, id as EmailId),
    flush: app.flush,
    addTenant,
    async close() {
      await app.server.close()
      await app.jobs.stop()
      await app.dispatcher.stop()
      await app.flush()
      await database.close()
      await place.remove()
    },
  }
}

async function failEmail(database: Database, company_id: CompanyId, id: EmailId): Promise<void> {
  await database.write(async (tx) => {
    const email = (await findEmail(tx, company_id, id))!
    const attempt = { outcome: 'failed', error: '550 No such user' } as const
    saveEmail(tx, email, afterAttempt(email, attempt, false, email.created_at))
  }, company_id)
}

/** Runs a job that recurs, as the runner would. */
async function runOnce(kind: AnyJobKind, database: Database, now_ms: number): Promise<void> {
  const job = { id: newId('job', now_ms), company_id: null, payload: null, attempt: 1, now_ms }
  if ('change' in kind) await database.write((tx) => kind.change(tx, job))
  else await kind.run({ ...job, database, signal: new AbortController().signal })
}

async function copyContent(from: Database, to: Database, target: ImportTarget): Promise<void> {
  const parts: Buffer[] = []
  await exportLines(from, null, async (text) => void parts.push(Buffer.from(text)))
  await importLines(to, () => Readable.from(parts), target)
}

const fetchSample: FetchLogo = async () => png(2, 2)

/** Its process starts with the first document, and keeps no test waiting at its end. */
const PRESS = startPress({ log: { warn() {} } })

/** The address that mails come from in tests. */
export const MAIL_FROM = 'billing@quoin.test'

const NO_MAILER: Mailer = { send: () => Promise.reject(new Error('This test sends no mails')), close() {} }

/** The public URL of the service in tests. */
export const PUBLIC_URL = 'https://quoin.test'

const ALL_ENDPOINTS = [...endpoints, ...dashboardEndpoints]

/** Where streams are, without `/v1`, which tests write in many ways. */
const STREAM_PATHS = endpoints.filter(({ is_stream }) => is_stream).map(({ path }) => path.replace('/v1', ''))

/** The text of an answer; for an endless one its beginning: then the client disconnects. */
async function textOf(response: Awaited<ReturnType<FastifyInstance['inject']>>): Promise<string> {
  if (response.body !== undefined) return response.body
  const is_endless = response.statusCode === 200 && String(response.headers['content-type']).startsWith('text/event-stream')
  let text = ''
  for await (const chunk of response.stream()) {
    text += chunk
    if (is_endless) break
  }
  if (is_endless) response.raw.res.destroy()
  return text
}

let tenants = 0

/** Makes an organization with two companies of the same settings, two users, and a key of each level for both companies. */
async function makeTenant(
  database: Database,
  now_ms: number,
  of_companies: { currency: string; is_sandbox: boolean | undefined },
): Promise<TestTenant> {
  const number = ++tenants
  return database.write(async (tx) => {
    const organization_id = await createOrganization(tx, `Organization ${number}`, now_ms)
    const user_id = await createUser(tx, {
      organization_id,
      name: 'Owner',
      email: `owner${number}@example.com`,
      role: 'owner',
      now_ms,
    })
    const colleague_id = await createUser(tx, {
      organization_id,
      name: 'Colleague',
      email: `colleague${number}@example.com`,
      role: 'member',
      now_ms,
    })
    const company = await createCompany(tx, { organization_id, name: 'First', ...of_companies }, now_ms)
    const sibling = await createCompany(tx, { organization_id, name: 'Second', ...of_companies }, now_ms)
    const keys = {} as Record<Level, string>
    for (const level of ['read', 'write', 'admin'] as const) {
      const wanted = { organization_id, user_id, name: level, level, companies: 'all' as const }
      keys[level] = (await createApiKey(tx, wanted, now_ms)).key
    }
    return { organization_id, user_id, colleague_id, company_id: company.id, sibling_id: sibling.id, keys }
  })
}
