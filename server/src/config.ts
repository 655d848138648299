// The only reader of environment variables: each with its default, its meaning and what is allowed (docs/self-hosting.md).

import { statSync } from 'node:fs'
import type { SingleSignOnSettings } from './access/sessions/single-sign-on.ts'
import { readPostgres, readServerLimits } from './config-limits.ts'
import {
  BadConfig,
  bad,
  listOf,
  type MetricsSettings,
  readDays,
  readHost,
  readMetrics,
  readPort,
  readSeconds,
  readSlowQuery,
  readSwitch,
  readTraces,
} from './config-values.ts'
import { createTrustedProxies } from './http/client-address.ts'
import { isMailAddress } from './kernel/email.ts'
import type { BackupSettings } from './operate/backups/job.ts'
import { readPlace } from './operate/backups/place.ts'
import { type MailServer, readSmtpUrl } from './record/mail/smtp-url.ts'

export { BadConfig } from './config-values.ts'

/** The configuration of one process. */
export interface Config {
  host: string
  port: number
  data_dir: string
  /** A PostgreSQL database; unset: a file in the data folder. */
  database_url: string | undefined
  public_url: string | undefined
  log_level: string
  requests_per_second: number | undefined
  allow_private_webhooks: boolean
  /** Days that entries of reads and refusals stay in the audit log; unset: forever. */
  audit_retention_days: number | undefined
  /** Days that events stay at least; unset: forever. */
  event_retention_days: number | undefined
  /** Days that deliveries of webhooks stay once they are over; unset: 30. */
  delivery_retention_days: number | undefined
  /** Whether an empty database may be created although the folder has the key of a missing one. */
  is_new_database: boolean
  /** How long a PostgreSQL that is not up yet is waited for at startup. */
  database_wait_s: number
  /** The key that secrets are sealed with in the database; unset: a file in the data folder has it. */
  secret_key: Uint8Array | undefined
  /** Another service that people of this one can sign in by. */
  single_sign_on: SingleSignOnSettings | undefined
  /** Addresses and networks of proxies whose `X-Forwarded-For` counts. */
  trusted_proxies: readonly string[]
  /** Origins whose pages may call /v1 from a browser. */
  cors_origins: readonly string[]
  /** Where to report a weakness of this installation: a URI. */
  security_contact: string | undefined
  /** The mail server, the address that mails come from, and how many of them a company may send within 24 hours. */
  mail: { server: MailServer; from: string; per_day: number | undefined } | undefined
  /** A folder with typefaces for scripts that Quoin brings none for. */
  fonts_folder: string | undefined
  /** Where metrics are served, on a port of their own or on the main one, and the token that they need; unset: nowhere. */
  metrics: MetricsSettings | undefined
  /** Statements that take longer are logged; unset: none. */
  slow_query_ms: number | undefined
  /** The collector that traces are sent to, by OTLP over HTTP; unset: there are none. */
  traces_url: string | undefined
  /** Backups that are made by the server, and by `quoin backups make`. */
  backup: BackupSettings | undefined
  /** Connections, time-outs and read replicas; and what else is bounded. */
  postgres: ReturnType<typeof readPostgres>
  limits: ReturnType<typeof readServerLimits>
  /** Whether `npm start` started this process: it ends when npm does. */
  is_npm_start: boolean
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

type Env = Readonly<Record<string, string | undefined>>

/** Reads the configuration from `env`; throws BadConfig at the first bad value. Empty variables count as unset. */
export function readConfig(env: Env = process.env): Config {
  refuseMistyped(env)
  const read = (name: string) => (env[name] === undefined || env[name] === '' ? undefined : env[name])
  const data_dir = read('QUOIN_DATA_DIR') ?? './data'
  const database_url = readDatabaseUrl(read('QUOIN_DATABASE_URL'))
  return {
    host: readHost(read('QUOIN_HOST')),
    port: readPort(read('QUOIN_PORT')),
    data_dir,
    public_url: readPublicUrl(read('QUOIN_PUBLIC_URL')),
    log_level: readLogLevel(read('QUOIN_LOG_LEVEL')),
    requests_per_second: readRate(read('QUOIN_RATE_LIMIT')),
    allow_private_webhooks: readSwitch('QUOIN_ALLOW_PRIVATE_WEBHOOKS', read('QUOIN_ALLOW_PRIVATE_WEBHOOKS')),
    audit_retention_days: readDays('QUOIN_AUDIT_RETENTION_DAYS', read('QUOIN_AUDIT_RETENTION_DAYS')),
    event_retention_days: readDays('QUOIN_EVENT_RETENTION_DAYS', read('QUOIN_EVENT_RETENTION_DAYS')),
    delivery_retention_days: readDays('QUOIN_DELIVERY_RETENTION_DAYS', read('QUOIN_DELIVERY_RETENTION_DAYS')),
    is_new_database: readSwitch('QUOIN_NEW_DATABASE', read('QUOIN_NEW_DATABASE')),
    database_wait_s: readSeconds('QUOIN_DATABASE_WAIT', read('QUOIN_DATABASE_WAIT'), 60),
    secret_key: readSecretKey(read('QUOIN_SECRET_KEY')),
    database_url,
    single_sign_on: readSingleSignOn(read),
    trusted_proxies: readTrustedProxies(read('QUOIN_TRUSTED_PROXIES')),
    cors_origins: readOrigins(read('QUOIN_CORS_ORIGINS')),
    security_contact: readContact(read('QUOIN_SECURITY_CONTACT')),
    mail: readMail(read('QUOIN_SMTP_URL'), read('QUOIN_MAIL_FROM'), readMailPerDay(read('QUOIN_MAIL_PER_DAY'))),
    fonts_folder: readFolder('QUOIN_FONTS', read('QUOIN_FONTS')),
    metrics: readMetrics(read('QUOIN_METRICS_HOST'), read('QUOIN_METRICS_PORT'), read('QUOIN_METRICS_TOKEN')),
    slow_query_ms: readSlowQuery(read('QUOIN_SLOW_QUERY_MS')),
    traces_url: readTraces(read('OTEL_EXPORTER_OTLP_ENDPOINT')),
    backup: readBackup(read, { data_dir, database_url }),
    postgres: readPostgres(read, database_url),
    limits: readServerLimits(read),
    is_npm_start: read('npm_lifecycle_event') === 'start',
  }
}

/** All variables of the service, of its command line and of its clients. */
export const VARIABLES = [
  'QUOIN_HOST',
  'QUOIN_PORT',
  'QUOIN_DATA_DIR',
  'QUOIN_DATABASE_URL',
  'QUOIN_READ_REPLICA_URL',
  'QUOIN_POSTGRES_READERS',
  'QUOIN_POSTGRES_WRITERS',
  'QUOIN_STATEMENT_TIMEOUT',
  'QUOIN_REQUEST_TIMEOUT',
  'QUOIN_BODY_LIMIT',
  'QUOIN_STREAMS',
  'QUOIN_STREAMS_PER_ORGANIZATION',
  'QUOIN_PUBLIC_URL',
  'QUOIN_LOG_LEVEL',
  'QUOIN_RATE_LIMIT',
  'QUOIN_ALLOW_PRIVATE_WEBHOOKS',
  'QUOIN_SECRET_KEY',
  'QUOIN_NEW_DATABASE',
  'QUOIN_DATABASE_WAIT',
  'QUOIN_OIDC_ISSUER',
  'QUOIN_OIDC_CLIENT_ID',
  'QUOIN_OIDC_CLIENT_SECRET',
  'QUOIN_OIDC_NAME',
  'QUOIN_TRUSTED_PROXIES',
  'QUOIN_CORS_ORIGINS',
  'QUOIN_SECURITY_CONTACT',
  'QUOIN_AUDIT_RETENTION_DAYS',
  'QUOIN_EVENT_RETENTION_DAYS',
  'QUOIN_DELIVERY_RETENTION_DAYS',
  'QUOIN_SMTP_URL',
  'QUOIN_MAIL_FROM',
  'QUOIN_MAIL_PER_DAY',
  'QUOIN_FONTS',
  'QUOIN_METRICS_PORT',
  'QUOIN_METRICS_HOST',
  'QUOIN_METRICS_TOKEN',
  'QUOIN_SLOW_QUERY_MS',
  'QUOIN_BACKUP_TO',
  'QUOIN_BACKUP_EVERY',
  'QUOIN_BACKUP_KEEP',
  'QUOIN_BACKUP_KEEP_DAYS',
  'QUOIN_BACKUP_RECIPIENT',
  'QUOIN_BACKUP_WAL',
  'QUOIN_API_KEY',
  'QUOIN_URL',
  'QUOIN_COMPANY',
  'QUOIN_CONFIG',
  'QUOIN_WEBHOOK_SECRET',
  'QUOIN_EVENTS_DIR',
  'QUOIN_E_INVOICE_RULES',
]

/** The tests' own variables, and those that Kubernetes sets for a service with the name quoin. */
const OF_OTHERS = /^QUOIN_(TEST_|SERVICE_|PORT_\d)/

/** So many letters off, a name is a typing mistake for sure. */
const NEARLY = 3

/**
 * Throws BadConfig for a variable whose name is nearly one of ours, since its setting would be ignored. Less similar names may belong to
 * something else: `unknownVariables` has them.
 */
function refuseMistyped(env: Env): void {
  for (const { name, nearest, distance } of strangersOf(env)) {
    if (distance > NEARLY) continue
    throw new BadConfig(`${name} is no variable of Quoin: did you mean ${nearest}? docs/self-hosting.md has all of them`)
  }
}

/** Messages at startup about variables that begin like ours and are unknown, one line each. */
export function unknownVariables(env: Env = process.env): string[] {
  return strangersOf(env).map(
    ({ name }) => `${name} is no variable of Quoin, and changes nothing: docs/self-hosting.md has all of them`,
  )
}

function strangersOf(env: Env): { name: string; nearest: string; distance: number }[] {
  const strangers = Object.keys(env).filter(
    (name) => name.startsWith('QUOIN_') && !OF_OTHERS.test(name) && env[name] && !VARIABLES.includes(name),
  )
  return strangers.map((name) => {
    const [best] = VARIABLES.map((known) => ({ known, distance: distanceOf(name, known) })).sort(
      (a, b) => a.distance - b.distance,
    )
    return { name, nearest: best!.known, distance: best!.distance }
  })
}

/** How many letters must be put in, taken out or changed to make one name of the other. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}

function readPublicUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '')
    return value.replace(/\/+$/, '')
  throw bad('QUOIN_PUBLIC_URL', value, 'an http:// or https:// address without query, like https://billing.example.com')
}

function readLogLevel(value = 'info'): string {
  if (LOG_LEVELS.includes(value)) return value
  throw bad('QUOIN_LOG_LEVEL', value, `one of ${LOG_LEVELS.join(', ')}`)
}

function readRate(value: string | undefined): number | undefined {
  if (value === undefined || value === 'off') return undefined
  const rate = Number(value)
  if (/^\d+(\.\d+)?$/.test(value) && rate > 0 && rate <= 1_000_000) return rate
  throw bad('QUOIN_RATE_LIMIT', value, 'off, or requests a second per API key, like 50')
}

function readTrustedProxies(value = ''): readonly string[] {
  const networks = listOf(value)
  try {
    createTrustedProxies(networks)
  } catch {
    throw bad(
      'QUOIN_TRUSTED_PROXIES',
      value,
      'addresses and networks with commas between, like 127.0.0.1, 10.0.0.0/8 or fd00::/8',
    )
  }
  return networks
}

function readOrigins(value = ''): readonly string[] {
  const origins = listOf(value)
  // As browsers write it: without a slash at the end, and without the usual port.
  const isOrigin = (text: string) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
  if (origins.every(isOrigin)) return origins
  throw bad('QUOIN_CORS_ORIGINS', value, 'origins with commas between, like https://app.example.com or http://localhost:5173')
}

function readContact(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  if (/^(https:\/\/|mailto:|tel:)[^\s]+$/.test(value)) return value
  throw bad('QUOIN_SECURITY_CONTACT', value, 'an address like mailto:security@example.com, https://… or tel:…')
}

function readSecretKey(value: string | undefined): Uint8Array | undefined {
  if (value === undefined) return undefined
  if (/^[0-9a-f]{64}$/i.test(value)) return Buffer.from(value, 'hex')
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(value)) return Buffer.from(value, 'base64')
  // Not the value itself: it is a secret, and may be nearly the right one.
  throw new BadConfig('QUOIN_SECRET_KEY must be 32 random bytes as 64 hexadecimal digits or in Base64 (openssl rand -hex 32)')
}

function readDatabaseUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1) return value
  // Not the value itself: it may hold a password.
  throw new BadConfig(
    'QUOIN_DATABASE_URL must be the address of a PostgreSQL database, like postgres://user:password@host:5432/quoin',
  )
}

function readSingleSignOn(read: (name: string) => string | undefined): SingleSignOnSettings | undefined {
  const issuer = read('QUOIN_OIDC_ISSUER')
  const client_id = read('QUOIN_OIDC_CLIENT_ID')
  const client_secret = read('QUOIN_OIDC_CLIENT_SECRET')
  const name = read('QUOIN_OIDC_NAME')
  if (issuer === undefined) {
    const alone = { QUOIN_OIDC_CLIENT_ID: client_id, QUOIN_OIDC_CLIENT_SECRET: client_secret, QUOIN_OIDC_NAME: name }
    const [lonely] = Object.entries(alone).find(([, value]) => value !== undefined) ?? []
    if (lonely === undefined) return undefined
    // Not the value itself: it may be the secret.
    throw new BadConfig(`${lonely} is set without QUOIN_OIDC_ISSUER: it must be the address of the provider, or neither be set`)
  }
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  const is_safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && OF_THIS_MACHINE.includes(url.hostname))
  if (!url || !is_safe || url.search !== '' || url.hash !== '' || url.username !== '') {
    const allowed =
      'the https:// address of an OpenID Connect provider as its tokens have it in `iss`, like https://login.example.com'
    throw bad('QUOIN_OIDC_ISSUER', issuer, allowed)
  }
  if (client_id === undefined) {
    throw new BadConfig('QUOIN_OIDC_CLIENT_ID is not set: it must be what the provider of QUOIN_OIDC_ISSUER calls this service')
  }
  if (name !== undefined && name.length > LONGEST_NAME) throw bad('QUOIN_OIDC_NAME', name, `at most ${LONGEST_NAME} characters`)
  return { issuer, client_id, client_secret, name: name ?? 'single sign-on' }
}

function readFolder(name: string, value: string | undefined): string | undefined {
  if (value === undefined || statSync(value, { throwIfNoEntry: false })?.isDirectory()) return value
  throw bad(name, value, 'a folder that is there, with typefaces (.ttf, .otf) in it')
}

/** A day, and two weeks of them. */
const BACKUP_HOURS = 24
const BACKUPS_KEPT = 14
/** A year. */
const MOST_BACKUP_HOURS = 8_784
const MOST_BACKUPS = 10_000

function readBackup(
  read: (name: string) => string | undefined,
  database: BackupSettings['database'],
): BackupSettings | undefined {
  const to = read('QUOIN_BACKUP_TO')
  const every_hours = readCount('QUOIN_BACKUP_EVERY', read('QUOIN_BACKUP_EVERY'), BACKUP_HOURS, MOST_BACKUP_HOURS, 'hours')
  const count = readCount('QUOIN_BACKUP_KEEP', read('QUOIN_BACKUP_KEEP'), BACKUPS_KEPT, MOST_BACKUPS, 'backups')
  const days = readDays('QUOIN_BACKUP_KEEP_DAYS', read('QUOIN_BACKUP_KEEP_DAYS'))
  const recipient = read('QUOIN_BACKUP_RECIPIENT')
  if (recipient !== undefined && !/^age1[a-z0-9]{50,4000}$/.test(recipient))
    throw bad(
      'QUOIN_BACKUP_RECIPIENT',
      recipient,
      'a public key of age, like age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
    )
  const ships_log = readSwitch('QUOIN_BACKUP_WAL', read('QUOIN_BACKUP_WAL'))
  if (ships_log && database.database_url !== undefined)
    throw new BadConfig(
      'QUOIN_BACKUP_WAL is 1 with QUOIN_DATABASE_URL: it ships the log of the embedded database; PostgreSQL archives its own (docs/self-hosting.md)',
    )
  if (ships_log && to === undefined)
    throw new BadConfig('QUOIN_BACKUP_WAL is 1 without QUOIN_BACKUP_TO: it must be a folder or bucket, or neither be set')
  if (to === undefined) return undefined
  const place = readPlace(to)
  // Not the value itself: it has a key.
  if (!place) throw new BadConfig(BAD_BUCKET)
  // A folder that is missing is often one that was not mounted: if it were created here, the backups would be on the disk of the database.
  if (place.kind === 'folder' && !statSync(place.path, { throwIfNoEntry: false })?.isDirectory())
    throw bad('QUOIN_BACKUP_TO', to, 'a folder that is there, or a bucket like s3+https://KEY:SECRET@s3.example.com/bucket')
  return { database, place, recipient, every_hours, keep: { count, days }, ships_log }
}

const BAD_BUCKET =
  'QUOIN_BACKUP_TO must be a folder, or a bucket like s3+https://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket/prefix?region=eu-central-1; in key and secret, / : @ ? # % are percent-encoded'

function readCount(name: string, value: string | undefined, or: number, most: number, what: string): number {
  if (value === undefined) return or
  if (/^\d{1,6}$/.test(value) && Number(value) >= 1 && Number(value) <= most) return Number(value)
  throw bad(name, value, `a whole number of ${what} from 1 to ${most}`)
}

/** Hosts to which traffic without TLS can't be intercepted. */
const OF_THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]']
const LONGEST_NAME = 60

/** Far more than a company of our users sends in a day, and few enough that one that was broken into does no great harm. */
const MAIL_PER_DAY = 1_000

function readMailPerDay(value: string | undefined): number | undefined {
  if (value === undefined) return MAIL_PER_DAY
  if (value === 'off') return undefined
  if (/^\d{1,7}$/.test(value) && Number(value) >= 1) return Number(value)
  throw bad('QUOIN_MAIL_PER_DAY', value, 'off, or how many emails a company may send within 24 hours, like 1000')
}

function readMail(url: string | undefined, from: string | undefined, per_day: number | undefined): Config['mail'] {
  if (url === undefined && from === undefined) return undefined
  const server = url === undefined ? undefined : readSmtpUrl(url)
  if (url !== undefined && !server) {
    // Not the value itself: it has a password.
    throw new BadConfig(
      'QUOIN_SMTP_URL must be the address of a mail server, like smtps://user:password@smtp.example.com:465 or smtp://user:password@smtp.example.com:587 (STARTTLS); in user and password, / : @ ? # % are percent-encoded',
    )
  }
  if (from !== undefined && !isMailAddress(from))
    throw bad('QUOIN_MAIL_FROM', from, 'an e-mail address, like billing@example.com')
  if (!server) throw new BadConfig('QUOIN_MAIL_FROM is set without QUOIN_SMTP_URL: it must be the mail server, or neither be set')
  if (from === undefined) {
    throw new BadConfig(
      'QUOIN_SMTP_URL is set without QUOIN_MAIL_FROM: it must be the address that mails come from, like billing@example.com',
    )
  }
  return { server, from, per_day }
}
