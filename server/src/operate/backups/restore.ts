// A backup is put back: unpacked beside the database, checked there, and moved into its place as a whole.
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { verifyAuditLog } from '../../access/audit-log/verify.ts'
import { problemOfCopy } from '../../engines/backup.ts'
import { type DatabaseSettings, openDatabase } from '../../engines/open.ts'
import { hasSqliteFile, pathOf, takeServerLock } from '../../engines/sqlite/file.ts'
import type { Vault } from '../../kernel/vault.ts'
import { CannotOpen, type Database } from '../../sql/database.ts'
import { importLines } from '../transfer/import.ts'
import { readBackupName } from './names.ts'
import { unpack } from './pack.ts'
import type { BackupPlace } from './place.ts'
import { chooseReach, type Reach } from './reach.ts'
import { applySegment, type BadSegment } from './segments.ts'
import { type BackupStore, openStore } from './store.ts'

export interface RestoreOrder {
  settings: Pick<DatabaseSettings, 'data_dir' | 'database_url'>
  /** The key that secrets are sealed with, if there is one. */
  vault: Vault | undefined
  /** Where backups are; unset: `backup` is the path of a file. */
  place: BackupPlace | undefined
  /** The name of a backup in the place, which is restored as it was made unless there is a time; unset: the one that reaches furthest. Or the path of a file. */
  backup: string | undefined
  /** The key of an encrypted backup, `AGE-SECRET-KEY-1…`. */
  identity: string | undefined
  /** Up to when; unset: as far as there is something. */
  at_ms?: number | undefined
  /** Only checks it. */
  is_dry_run: boolean
  /** Whether a database that is there is moved away. */
  replaces: boolean
  now_ms: number
}

/** What a backup held, and what became of it. */
export interface RestoreReport {
  name: string
  made_at: string | null
  /** Everything committed before is in it; null: not known. Without segments of the log it is when the backup was begun. */
  restored_to: string | null
  /** Segments of the log that were put into it. */
  segments: number
  /** Migrations that the backup lacked. */
  migrated: string[]
  /** Rows of the tables that show how much it is. */
  rows: Record<string, number>
  /** Where the database was moved to that was there before; null: there was none. */
  replaced: string | null
}

const DRAFT = 'restore-draft'
const SHOWN = ['organizations', 'companies', 'customers', 'invoices', 'events', 'audit_log'] as const
/** What belongs to a file of SQLite. */
const PARTS = ['', '-wal', '-shm', '-journal']

/**
 * Restores a backup, with the segments of the log that continue it. Of SQLite the file is unpacked, checked (`integrity_check`, the chain of the audit log, the schema) and put in place; one in
 * JSON lines is imported into the configured database, which must be empty on PostgreSQL. A dry run does all but the last step, in a draft beside the
 * database. Throws CannotOpen and TransferFault, with the line to show; the database is as it was then.
 */
export async function restoreBackup(order: RestoreOrder): Promise<RestoreReport> {
  const { settings, is_dry_run } = order
  const found = await findBackup(order)
  const { name } = found
  const { form = /\.jsonl(\.|$)/.test(name) ? 'jsonl' : 'db', made_ms } = readBackupName(basename(name)) ?? {}
  const is_postgres = settings.database_url !== undefined
  if (form === 'db' && is_postgres)
    throw new CannotOpen(
      `${name} is a database of SQLite: restore it without QUOIN_DATABASE_URL, and move it to PostgreSQL with quoin export and quoin import`,
    )
  const timeOf = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString())
  const segments = found.log?.segments.length ?? 0
  const about = { name, made_at: timeOf(made_ms), restored_to: timeOf(found.log?.to_ms ?? made_ms), segments }
  if (is_postgres && !is_dry_run) {
    const { database, migrated } = await openDatabase({ ...settings, is_patient: true }, raise)
    try {
      const { rows } = await importLines(database, streamOf(found.read), { vault: order.vault, now_ms: order.now_ms })
      return { ...about, migrated, rows: shown(rows), replaced: null }
    } finally {
      await database.close()
    }
  }
  return { ...about, ...(await restoreFile(order, { ...found, form })) }
}

interface Source {
  name: string
  /** Gives the unpacked bytes, from their start each time. */
  read: () => Promise<Readable>
  /** The segments that continue it, and how they are read. */
  log: (Reach & { store: BackupStore; identity: string | undefined }) | undefined
}

async function restoreFile(
  order: RestoreOrder,
  { name, read, log, form }: Source & { form: 'db' | 'jsonl' },
): Promise<Pick<RestoreReport, 'migrated' | 'rows' | 'replaced'>> {
  const { data_dir } = order.settings
  // While a server runs, nothing is put under it; a look is harmless.
  const lock = order.is_dry_run ? undefined : takeServerLock(data_dir)
  const draft = join(data_dir, DRAFT)
  try {
    if (!order.is_dry_run && hasSqliteFile(data_dir) && !order.replaces)
      throw new CannotOpen(`There is a database in ${data_dir}: --force moves it away and puts the backup in its place`)
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { recursive: true, mode: 0o700 })
    if (form === 'db') await unpackFile({ name, read, log }, pathOf(draft))
    const { database, migrated } = await openDraft(draft, name)
    let rows: Record<string, number>
    try {
      if (form === 'jsonl') await importLines(database, streamOf(read), { vault: order.vault, now_ms: order.now_ms })
      await checkAuditLog(database, name)
      rows = await countRows(database)
    } finally {
      await database.close()
    }
    const replaced = order.is_dry_run ? null : putInPlace(draft, data_dir, order.now_ms)
    return { migrated, rows, replaced }
  } finally {
    rmSync(draft, { recursive: true, force: true })
    lock?.release()
  }
}

async function findBackup({ place, backup, identity, at_ms }: RestoreOrder): Promise<Source> {
  const store = place && (await openStore(place))
  const names = store ? await store.list() : []
  const is_stored = backup === undefined || names.includes(backup)
  if (!is_stored && !existsSync(backup)) throw new CannotOpen(`There is no backup ${backup}`)
  const reach = is_stored && store ? await chooseReach(store, names, { backup, at_ms }) : undefined
  const name = reach?.name ?? backup
  if (name === undefined || (is_stored && !reach && at_ms !== undefined))
    throw new CannotOpen(at_ms === undefined ? 'There is no backup there' : 'There is no backup from before that time')
  if (at_ms !== undefined && !is_stored) throw new CannotOpen(`${name} is a file by itself: --at needs the place of the backups`)
  const is_encrypted = name.endsWith('.age')
  if (is_encrypted && identity === undefined)
    throw new CannotOpen(`${name} is encrypted: name the file with its key, --identity key.txt`)
  const key = is_encrypted ? identity : undefined
  const read = async () => unpack(is_stored ? await store!.get(name) : createReadStream(name), 'gz', key)
  return { name, read, log: reach && { ...reach, store: store!, identity: key } }
}

async function unpackFile({ name, read, log }: Source, file: string): Promise<void> {
  try {
    await pipeline(await read(), createWriteStream(file, { mode: 0o600, flush: true }))
  } catch (error) {
    throw new CannotOpen(`${name} can't be read: ${(error as Error).message}`)
  }
  if (log) await applyLog(log, file)
  const problem = problemOfCopy(file)
  if (problem !== undefined) throw new CannotOpen(`${name} is damaged: ${problem}`)
}

/** Segments whose bytes are asked for ahead: a bucket takes its time to answer. */
const AHEAD = 8

/** Puts the segments into the file, one after the other. */
async function applyLog({ segments, chain, store, identity }: NonNullable<Source['log']>, file: string): Promise<void> {
  const asked: Promise<Readable>[] = []
  const ask = (index: number) => {
    const bytes = store.get(segments[index]!.name).then((stream) => stream.on('error', () => {}))
    // Reported when its turn comes.
    bytes.catch(() => {})
    asked.push(bytes)
  }
  let previous: string | undefined
  try {
    for (const [index, { name, number }] of segments.entries()) {
      while (asked.length < Math.min(index + AHEAD, segments.length)) ask(asked.length)
      try {
        previous = await applySegment(file, await unpack(await asked[index]!, 'zst', identity), { chain, number, previous })
      } catch (error) {
        const before = segments[index - 1]
        throw new CannotOpen(
          `${name} can't be used: ${(error as BadSegment).message}. ${before ? `With --at ${new Date(before.until_ms).toISOString()} everything before it is restored` : 'With its name the backup is restored as it was made'}`,
        )
      }
    }
  } finally {
    for (const bytes of asked) void bytes.then((stream) => stream.destroy()).catch(() => {})
  }
}

/** Bytes for `importLines`, which asks for them once more where the database broke its transaction off. */
const streamOf = (read: Source['read']) =>
  async function* (): AsyncGenerator<Uint8Array> {
    yield* await read()
  }

async function openDraft(draft: string, name: string) {
  try {
    return await openDatabase({ data_dir: draft, is_patient: true }, raise)
  } catch (error) {
    if (error instanceof CannotOpen) throw new CannotOpen(error.message.replaceAll(pathOf(draft), name))
    throw new CannotOpen(`${name} is not a whole database: ${(error as Error).message}`)
  }
}

async function checkAuditLog(database: Database, name: string): Promise<void> {
  const broken = (await verifyAuditLog(database)).find((chain) => chain.problem)
  if (broken) throw new CannotOpen(`The audit log of ${name} is not whole: ${broken.problem}`)
}

async function countRows(database: Database): Promise<Record<string, number>> {
  const rows: Record<string, number> = {}
  for (const table of SHOWN) rows[table] = Number((await select(database, `SELECT count(*) AS n FROM ${table}`))[0]!['n'])
  return rows
}

const select = (database: Database, sql: string) =>
  database.read(async (tx) => (await tx.execute({ sql, returns_rows: true }, [])).rows as Record<string, unknown>[])

const shown = (rows: Record<string, number>) => Object.fromEntries(SHOWN.map((table) => [table, rows[table] ?? 0]))

/** Moves the draft into place; gives where the database went that was there. */
function putInPlace(draft: string, data_dir: string, now_ms: number): string | null {
  const path = pathOf(data_dir)
  const away = existsSync(path)
    ? `${path}.replaced-${new Date(now_ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
    : null
  // The log of the old file belongs to it: under the new one it would be taken for its own.
  for (const part of away === null ? [] : PARTS) if (existsSync(`${path}${part}`)) renameSync(`${path}${part}`, `${away}${part}`)
  renameSync(pathOf(draft), path)
  const folder = openSync(data_dir, 'r')
  fsyncSync(folder)
  closeSync(folder)
  return away
}

function raise(error: Error): never {
  throw error
}
