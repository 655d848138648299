// The process: from the configuration to a server that accepts requests, and back to an orderly end.
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import type { Logger } from 'pino'
import { hasAnchors } from './access/audit-log/repository.ts'
import { hasSecondFactors } from './access/sessions/repository.ts'
import { type App, createApp } from './app.ts'
import { startPress } from './billing/printing/press.ts'
import { BadConfig, type Config, readConfig, unknownVariables } from './config.ts'
import { openDatabase } from './engines/open.ts'
import { hasSqliteFile, takeServerLock } from './engines/sqlite/file.ts'
import type { Phase } from './http/health.ts'
import { hasSealedAnswers } from './http/idempotency.ts'
import { standForLeadership } from './jobs/leadership.ts'
import { systemClock } from './kernel/clock.ts'
import { type Shipping, startShipping } from './operate/backups/shipping.ts'
import { type Setup, setUpIfEmpty } from './operate/first-start.ts'
import { type OpenLog, openLog } from './operate/log.ts'
import { createObservers } from './operate/observers.ts'
import { hasKeyFile, openVault } from './operate/secret-key.ts'
import { VERSION } from './operate/version.ts'
import { createMailer } from './record/mail/mailer.ts'
import { checkVault } from './record/webhooks/check-vault.ts'
import { createDownload } from './record/webhooks/download.ts'
import { startSenderThread } from './record/webhooks/sender-thread.ts'
import { CannotOpen, type Database } from './sql/database.ts'

/** Where `npm run build` puts the dashboard's pages. */
const PAGES_DIR = fileURLToPath(new URL('../../dashboard/dist', import.meta.url))
/** How long requests under way may take when the process is asked to end. */
const DRAIN_MS = 10_000
const IDLE_CHECK_MS = 50

/** What else is lost with the key, besides the secrets of webhooks. */
const SEALED = [
  { name: 'Second factors', exists: hasSecondFactors },
  { name: 'Anchors of the audit log', exists: hasAnchors },
  { name: 'Kept answers to requests with an Idempotency-Key', exists: hasSealedAnswers },
]

/** A running server. */
export interface RunningServer {
  /** Where it answers, with the real port. */
  url: string
  /** Ends it in order: no new connections, running requests finish, buffered rows are written. Resolves to whether they could be written. */
  stop(): Promise<boolean>
}

/**
 * Starts the server and resolves once it accepts requests. Throws BadConfig or CannotOpen, whose message is the one line to show.
 * `onFatal` is called when the process must end because a write left the database in an unknown state.
 */
export async function startServer(
  config: Config,
  { log, writeLine }: OpenLog,
  onFatal: (error: Error) => void,
): Promise<RunningServer & { setup: FirstSetup }> {
  // First of all: a second server must not so much as migrate the file of the first.
  const lock = config.database_url === undefined ? takeServerLock(config.data_dir) : undefined
  if (lock) refuseLostDatabase(config, lock)
  const onWait = (line: string) => log.warn(line)
  const observers = await createObservers(config, log, writeLine)
  const opened = await openDatabase(
    {
      ...config,
      ...config.postgres,
      onWait,
      onReplica: onWait,
      observer: observers.engine,
      holds_log: config.backup?.ships_log === true,
    },
    onFatal,
  )
  const { database, migrated, warnings } = opened
  if (migrated.length > 0) log.info({ migrations: migrated }, 'database migrated')
  for (const warning of warnings) log.warn(warning)
  let shipping: Shipping | undefined
  try {
    shipping = config.backup && opened.hold && startShipping(config.backup, opened.hold, log)
    return await startOn(observers.database(database), config, log, observers, { shipping, release: () => lock?.release() })
  } catch (error) {
    // Connections would keep the process from ending.
    await database.close().catch(() => {})
    await shipping?.stop()
    throw error
  }
}

/**
 * Throws CannotOpen if the folder has the key of a database and no database, or an empty one: a missing mount, or a failed copy.
 * A new empty database would look like a loss of data, or be filled.
 */
function refuseLostDatabase({ data_dir, is_new_database }: Config, lock: { release(): void }): void {
  if (is_new_database || hasSqliteFile(data_dir) || !hasKeyFile(data_dir)) return
  lock.release()
  throw new CannotOpen(
    `The data folder ${data_dir} has a secret.key, but quoin.db is missing or empty: restore it from a backup, or set QUOIN_NEW_DATABASE=1 to begin with an empty one`,
  )
}

/** The server on an open database. When it has stopped, the log is shipped, if it is, and `release` is called. */
async function startOn(
  database: Database,
  config: Config,
  log: Logger,
  observers: Awaited<ReturnType<typeof createObservers>>,
  { shipping, release }: { shipping: Shipping | undefined; release: () => void },
): Promise<RunningServer & { setup: FirstSetup }> {
  const { vault, forget } = openVault(config.data_dir, config.secret_key)
  try {
    await checkVault(database, vault, systemClock.now_ms(), SEALED)
  } catch (error) {
    // After any other fault the key may be known to the database already.
    if (error instanceof CannotOpen) forget()
    throw error
  }
  const { allow_private_webhooks, requests_per_second, audit_retention_days, event_retention_days, delivery_retention_days } =
    config
  const outside = { allow_private: allow_private_webhooks, user_agent: `Quoin/${VERSION}` }
  const sender = observers.sender(startSenderThread(outside))
  const leadership = await standForLeadership(database, 'background', (error) => {
    log.error({ err: error }, 'could not show or see which process does the background work')
  })
  const mail = config.mail && {
    mailer: observers.mailer(createMailer(config.mail)),
    from: config.mail.from,
    per_day: config.mail.per_day,
  }
  const press = startPress({ log, ...(config.fonts_folder === undefined ? {} : { fonts_folder: config.fonts_folder }) })
  let phase: Phase = 'starting'
  const app = createApp({
    database,
    clock: systemClock,
    log,
    requests_per_second,
    vault,
    sender,
    press: observers.press(press),
    fetchLogo: createDownload(outside),
    allow_private_webhooks,
    mail,
    audit_retention_days,
    event_retention_days,
    delivery_retention_days,
    leadership,
    public_url: config.public_url,
    single_sign_on: config.single_sign_on,
    trusted_proxies: config.trusted_proxies,
    cors_origins: config.cors_origins,
    security_contact: config.security_contact,
    ...config.limits,
    pages_dir: PAGES_DIR,
    phase: () => phase,
    request_observers: observers.requests,
    request_scope: observers.scope,
    onStream: observers.onStream,
    observeRun: observers.observeRun,
    backup: config.backup && { settings: config.backup, make: shipping?.makeBackup },
  })
  const watching = await serveMetrics(observers, app, database, config, shipping)
  if (watching.url !== undefined) log.info({ url: watching.url }, 'metrics are served')
  const address = await listen(app.server, config)
  // Only now: a start that fails on a taken port must not use up the one time that the first key is shown.
  const setup = await setUpIfEmpty(database, systemClock.now_ms())
  await app.dispatcher.start()
  app.jobs.start()
  await leadership.onTaken(async () => app.jobs.hurry())
  phase = 'ready'
  return {
    url: address,
    setup,
    async stop() {
      phase = 'stopping'
      const { server } = app.server
      const forced = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
      // Connections that fall idle after their last answer would be waited for otherwise.
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
      await app.server.close()
      clearTimeout(forced)
      clearInterval(idle)
      await app.jobs.stop()
      await press.close()
      mail?.mailer.close()
      await app.dispatcher.stop()
      await leadership.stop()
      // Tried twice: what is lost here is lost for good.
      const is_written = (await app.flush()) || (await app.flush())
      await watching.close()
      await database.close()
      await shipping?.stop()
      release()
      return is_written
    },
  }
}

type FirstSetup = (Setup & { password_token: string }) | undefined

async function serveMetrics(
  observers: Awaited<ReturnType<typeof createObservers>>,
  { server, job_kinds: kinds, auditRows }: App,
  database: Database,
  { metrics }: Config,
  shipping: Shipping | undefined,
) {
  try {
    return await observers.serve(server, { database, clock: systemClock, kinds, auditRows, shipping: shipping?.status })
  } catch (error) {
    throw new BadConfig(
      `QUOIN_METRICS_HOST ${metrics?.host} and QUOIN_METRICS_PORT ${metrics?.port} can't be listened on: ${reasonOf(error)}`,
    )
  }
}

async function listen(server: ReturnType<typeof createApp>['server'], config: Config): Promise<string> {
  try {
    await server.listen({ host: config.host, port: config.port })
  } catch (error) {
    throw new BadConfig(`QUOIN_HOST ${config.host} and QUOIN_PORT ${config.port} can't be listened on: ${reasonOf(error)}`)
  }
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'EADDRINUSE' ? 'the port is taken by another program' : message
}

/** The text that is printed once, when the database was empty. */
function firstStartLines(url: string, public_url: string, setup: NonNullable<FirstSetup>): string {
  return [
    'This is a new database. What was made for you, shown this once:',
    '',
    `  Dashboard     ${public_url}/welcome/${setup.password_token}`,
    '                (sets the password of the owner; works once, within seven days)',
    `  API key       ${setup.api_key}`,
    `  Company       ${setup.company_id}`,
    `  Organization  ${setup.organization_id}`,
    '',
    'Try it:',
    '',
    `  curl -H 'Authorization: Bearer ${setup.api_key}' '${url}/v1/invoices?company_id=${setup.company_id}'`,
    '',
    '',
  ].join('\n')
}

/** Runs the server until it is told to stop; sets the exit code. `npm start` and `quoin serve` call it. */
export async function serve(): Promise<void> {
  // Where all objects of a kind were alive at a collection, as those of a first page are, V8 allocates later ones in its old space: those of an export
  // stay there until the next full collection, up to 150 MB of them (decisions/043-exports.md).
  setFlagsFromString('--no-allocation-site-pretenuring')
  let log: Logger | undefined
  try {
    const config = readConfig()
    const opened = openLog(config.log_level)
    log = opened.log
    for (const line of unknownVariables()) log.warn(line)
    const running = await startServer(config, opened, (error) => {
      log?.fatal({ err: error }, 'the database could not be written: ending, so that a new start reads what is really there')
      process.exit(1)
    })
    const public_url = config.public_url ?? running.url
    const first = running.setup ? firstStartLines(running.url, public_url, running.setup) : ''
    // Before the ready line: a supervisor that reads it may send a signal at once.
    stopOnSignals(running, log, config.is_npm_start)
    process.stdout.write(`${first}Quoin is ready at ${running.url}\n`)
  } catch (error) {
    if (!(error instanceof BadConfig || error instanceof CannotOpen)) throw error
    process.stderr.write(`quoin: ${error.message}\n`)
    process.exitCode = 1
  }
}

/** A signal that comes again so soon is the same one: Ctrl-C reaches this process from the terminal, and from npm once more. */
const SAME_SIGNAL_MS = 1_000
/** How often it is looked whether npm is still there. */
const PARENT_CHECK_MS = 250

/** Ends in order on the first of these signals, at once on a second one, and in order when the npm that started this process is gone. */
function stopOnSignals(running: RunningServer, log: Logger, is_npm_start: boolean): void {
  let stopping_since: number | undefined
  const stop = async (signal: string) => {
    if (stopping_since !== undefined) {
      if (performance.now() - stopping_since > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    stopping_since = performance.now()
    log.info({ signal }, 'stopping')
    const is_written = await running.stop()
    if (!is_written) log.fatal('rows of the audit log could not be written and are lost')
    process.exit(is_written ? 0 : 1)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void stop(signal))
  // npm hands on SIGTERM and SIGINT only, and dies of others: without it nothing could end this process in the usual way.
  if (!is_npm_start) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    void stop('the end of npm')
  }, PARENT_CHECK_MS)
  timer.unref()
}
