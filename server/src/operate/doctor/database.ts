// Checks of the database: its engine, its clock, its audit log and figures, and what waits in it.
import { anchorKeyOf } from '../../access/audit-log/anchor.ts'
import { verifyAuditLog } from '../../access/audit-log/verify.ts'
import { listCompanyIds } from '../../access/companies/repository.ts'
import type { Inspection, ReplicaInspection } from '../../engines/inspect.ts'
import { verifyCompany } from '../../figures/rebuild.ts'
import { countFailedJobs, countPendingJobs, lastFinishedJob, listPendingKinds, MOST_COUNTED } from '../../jobs/counts.ts'
import type { Vault } from '../../kernel/vault.ts'
import { keyIdOf } from '../../record/webhooks/check-vault.ts'
import { countPendingDeliveries } from '../../record/webhooks/counts.ts'
import type { Database } from '../../sql/database.ts'
import { MOST_SEGMENTS, SEGMENTED } from '../../sql/segments.ts'
import { ALL_CHECKS } from '../figures/checks.ts'
import { type Finding, failed, ok, skipped, warning } from './finding.ts'
import { ageText } from './machine.ts'

/** Clocks that differ by more make order by time doubtful. */
const CLOCKS_DIFFER_MS = 5_000
/** A time in the database that is so far ahead was written by a clock that was set back since. */
const IN_THE_FUTURE_MS = 60_000
/** Recurring work succeeds every 15 minutes while a server runs. */
const QUIET_MS = 60 * 60 * 1000
const OVERDUE_MS = 15 * 60 * 1000
const MANY_DELIVERIES = 1_000
const MANY_MAILS = 100
const EVER_MS = Number.MAX_SAFE_INTEGER

/** Checks what a look at the database has shown. */
export function checkEngine({ engine, pending, is_empty, clock_ahead_ms, unsafe }: Inspection): Finding[] {
  const findings: Finding[] = [ok('engine', engine)]
  for (const name of unsafe)
    findings.push(
      failed(
        'engine',
        `${engine} runs with ${name} = off: a crash of its machine can lose acknowledged writes.`,
        `Set ${name} = on in postgresql.conf.`,
      ),
    )
  if (is_empty) findings.push(warning('migrations', 'The database is empty.', 'The first start of a server fills it.'))
  else if (pending.length > 0)
    findings.push(
      warning('migrations', `The database has not taken ${pending.join(', ')}.`, 'The next start of a server applies them.'),
    )
  else findings.push(ok('migrations', 'All were applied'))
  if (clock_ahead_ms === undefined) return findings
  const seconds = Math.abs(clock_ahead_ms / 1000).toFixed(1)
  findings.push(
    Math.abs(clock_ahead_ms) <= CLOCKS_DIFFER_MS
      ? ok('clock', `${seconds} s from that of the database`)
      : failed(
          'clock',
          `The clock of the database is ${seconds} s ${clock_ahead_ms > 0 ? 'ahead of' : 'behind'} that of this machine.`,
          'Synchronize both with NTP (timedatectl).',
        ),
  )
  return findings
}

/** A replica that is so far behind may have stopped; a busy primary writes that much in seconds. */
const FAR_BEHIND_BYTES = 256e6

/** Checks what a look at the read replicas has shown. */
export function checkReplicas(replicas: readonly ReplicaInspection[]): Finding[] {
  return replicas.map((replica) => {
    const { name } = replica
    if ('problem' in replica)
      return failed(
        'read replica',
        `${name}: ${replica.problem}.`,
        'Lists are read at the primary. Correct it, or QUOIN_READ_REPLICA_URL.',
      )
    const behind = `${(replica.bytes_behind / 1e6).toFixed(1)} MB of the write-ahead log behind`
    if (replica.bytes_behind > FAR_BEHIND_BYTES)
      return warning(
        'read replica',
        `${name} is ${behind}.`,
        'Look at its log: it may wait for a segment that the primary has removed.',
      )
    if (!replica.has_feedback)
      return warning(
        'read replica',
        `${name} runs with hot_standby_feedback = off: it cancels lists that vacuum is in the way of, and they are read again at the primary.`,
        'Set hot_standby_feedback = on in its postgresql.conf.',
      )
    return ok('read replica', `${name} follows, ${behind}`)
  })
}

export interface ContentParts {
  vault: Vault | undefined
  now_ms: number
  has_mail: boolean
  /** Leaves out what reads every row. */
  is_quick: boolean
}

/** Checks the content of a database that is at the program's schema. */
export async function checkContent(database: Database, parts: ContentParts): Promise<Finding[]> {
  return [
    await checkKey(database, parts),
    ...(await checkWork(database, parts)),
    ...(await checkQueues(database, parts)),
    ...(await checkSegments(database)),
    await checkAuditLog(database, parts),
    await checkFigures(database, parts),
  ]
}

async function checkKey(database: Database, { vault }: ContentParts): Promise<Finding> {
  const used = await database.readOne(keyIdOf)
  const advice = 'Restore secret.key from where you keep it, or set QUOIN_SECRET_KEY.'
  if (used === undefined) return skipped('secret key', 'No server has started on this database yet')
  if (!vault)
    return failed('secret key', 'The key of this database is missing: a server would not start, or make another one.', advice)
  return used === vault.key_id
    ? ok('secret key', 'The one that the servers use')
    : failed('secret key', 'It is not the one of this database.', advice)
}

/** When background work last succeeded: by it one also sees a clock that was set back. */
async function checkWork(database: Database, { now_ms }: ContentParts): Promise<Finding[]> {
  const last = await database.read(lastFinishedJob)
  if (last === undefined) return [skipped('background work', 'None has run yet')]
  const age_ms = now_ms - Date.parse(last)
  if (age_ms < -IN_THE_FUTURE_MS)
    return [
      failed(
        'clock',
        `A job of the database finished ${ageText(-age_ms)} from now: the clock was set back.`,
        'Set the clock (timedatectl), and keep it with NTP.',
      ),
    ]
  return [
    age_ms <= QUIET_MS
      ? ok('background work', `A job succeeded ${ageText(Math.max(0, age_ms))} ago`)
      : warning(
          'background work',
          `No job has succeeded for ${ageText(age_ms)}.`,
          'Start a server; if one runs, look at its log.',
        ),
  ]
}

async function checkQueues(database: Database, { now_ms, has_mail }: ContentParts): Promise<Finding[]> {
  const { failures, overdue, deliveries, mails } = await database.read(async (tx) => {
    const kinds = await listPendingKinds(tx)
    const counts = await Promise.all(kinds.map((kind) => countPendingJobs(tx, kind, now_ms - OVERDUE_MS)))
    return {
      failures: await countFailedJobs(tx),
      overdue: kinds.map((kind, index) => ({ kind, count: counts[index]! })).filter(({ count }) => count > 0),
      deliveries: await countPendingDeliveries(tx),
      mails: await countPendingJobs(tx, 'mail.send', EVER_MS),
    }
  })
  const listed = (counts: readonly { kind: string; count: number }[]) =>
    counts.map(({ kind, count }) => `${kind} ${Number(count) >= MOST_COUNTED ? `${MOST_COUNTED} or more` : count}`).join(', ')
  return [
    failures.length === 0
      ? ok('failed jobs', 'None')
      : failed(
          'failed jobs',
          `${listed(failures)}.`,
          'quoin jobs list --state failed says why; quoin jobs retry --all-failed tries again.',
        ),
    overdue.length === 0
      ? ok('due jobs', 'None has waited for more than 15 minutes')
      : warning(
          'due jobs',
          `Waiting for more than 15 minutes: ${listed(overdue)}.`,
          'Start a server; if one runs, look at its log.',
        ),
    deliveries < MANY_DELIVERIES
      ? ok('webhooks', `${deliveries} deliveries are pending`)
      : warning('webhooks', `${deliveries} deliveries are pending.`, 'Look for endpoints that fail: Developers › Webhooks.'),
    mails > 0 && !has_mail
      ? failed('mails', `${mails} mails wait, and no mail server is set.`, 'Set QUOIN_SMTP_URL and QUOIN_MAIL_FROM.')
      : mails < MANY_MAILS
        ? ok('mails', `${mails} mails wait`)
        : warning('mails', `${mails} mails wait.`, 'quoin mail test asks the mail server.'),
  ]
}

/** Whether old rows go away, where the engine has segments: more than a retention has are some that could not be dropped. */
async function checkSegments({ segments }: Database): Promise<Finding[]> {
  if (!segments) return []
  const counts = await Promise.all(
    SEGMENTED.map(async (table) => ({ table, count: (await segments.list(table)).numbers.length })),
  )
  const piled_up = counts.filter(({ count }) => count > MOST_SEGMENTS)
  if (piled_up.length === 0) return [ok('segments', counts.map(({ table, count }) => `${table} ${count}`).join(', '))]
  return piled_up.map(({ table, count }) =>
    warning(
      'segments',
      `${table} has ${count} segments: old ones could not be dropped.`,
      'The job events.retention or audit-log.retention in quoin jobs list says why: a transaction that never ends, or rows that are needed.',
    ),
  )
}

async function checkAuditLog(database: Database, { vault, is_quick }: ContentParts): Promise<Finding> {
  if (is_quick) return skipped('audit log', 'Its chains are not checked with --quick')
  const chains = await verifyAuditLog(database, vault && anchorKeyOf(vault))
  const broken = chains.filter(({ problem }) => problem !== undefined)
  const entries = chains.reduce((sum, chain) => sum + chain.entries, 0)
  if (broken.length === 0) return ok('audit log', `${chains.length} chains with ${entries} entries are whole`)
  const first = broken[0]!
  return failed(
    'audit log',
    `${first.organization_id || 'unknown callers'}: ${first.problem}.`,
    'quoin audit verify lists all. Compare with a backup.',
  )
}

async function checkFigures(database: Database, { is_quick }: ContentParts): Promise<Finding> {
  if (is_quick) return skipped('figures', 'Kept counts and sums are not checked with --quick')
  const ids = await listCompanyIds(database)
  let differing = 0
  for (const id of ids) differing += (await verifyCompany(database, ALL_CHECKS, id, async () => {})).length
  return differing === 0
    ? ok('figures', `Those of ${ids.length} companies are right`)
    : failed('figures', `${differing} kept counts or sums differ from their rows.`, 'quoin figures rebuild repairs them.')
}
