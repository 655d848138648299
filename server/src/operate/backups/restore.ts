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
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { verifyAuditLog } from '../../access/audit-log/verify.ts'
import { problemOfCopy } from '../../engines/backup.ts'
import { type DatabaseSettings, openDatabase } from '../../engines/open.ts'
import { hasSqliteFile, pathOf, takeServerLock } from '../../engines/sqlite/file.ts'
import type { Vault } from '../../kernel/vault.ts'
import { CannotOpen, type Database } from '../../sql/database.ts'
import { importLines } from '../transfer/import.ts'
import { backupsIn, readBackupName } from './names.ts'
import type { BackupPlace } from './place.ts'
import { openStore } from './store.ts'

export interface RestoreOrder {
  settings: Pick<DatabaseSettings, 'data_dir' | 'database_url'>
  /** The key that secrets are sealed with, if there is one. */
  vault: Vault | undefined
  /** Where backups are; unset: `backup` is the path of a file. */
  place: BackupPlace | undefined
  /** The name of a backup in the place; unset: the newest. Or the path of a file. */
  backup: string | undefined
  /** The key of an encrypted backup, `AGE-SECRET-KEY-1…`. */
  identity: string | undefined
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
 * Restores a backup. Of SQLite the file is unpacked, checked (`integrity_check`, the chain of the audit log, the schema) and put in place; one in
 * JSON lines is imported into the configured database, which must be empty on PostgreSQL. A dry run does all but the last step, in a draft beside the
 * database. Throws CannotOpen and TransferFault, with the line to show; the database is as it was then.
 */
export async function restoreBackup(order: RestoreOrder): Promise<RestoreReport> {
  const { settings, is_dry_run } = order
  const { name, read } = await findBackup(order)
  const found = readBackupName(basename(name))
  const form = found?.form ?? (/\.jsonl(\.|$)/.test(name) ? 'jsonl' : 'db')
  const is_postgres = settings.database_url !== undefined
  if (form === 'db' && is_postgres)
    throw new CannotOpen(
      `${name} is a database of SQLite: restore it without QUOIN_DATABASE_URL, and move it to PostgreSQL with quoin export and quoin import`,
    )
  const made_at = found ? new Date(found.made_ms).toISOString() : null
  if (is_postgres && !is_dry_run) {
    const { database, migrated } = await openDatabase({ ...settings, is_patient: true }, raise)
    try {
      const { rows } = await importLines(database, streamOf(read), { vault: order.vault, now_ms: order.now_ms })
      return { name, made_at, migrated, rows: shown(rows), replaced: null }
    } finally {
      await database.close()
    }
  }
  return restoreFile(order, { name, read, form, made_at })
}

interface Source {
  name: string
  /** Gives the unpacked bytes, from their start each time. */
  read: () => Promise<Readable>
  form: 'db' | 'jsonl'
  made_at: string | null
}

async function restoreFile(order: RestoreOrder, { name, read, form, made_at }: Source): Promise<RestoreReport> {
  const { data_dir } = order.settings
  // While a server runs, nothing is put under it; a look is harmless.
  const lock = order.is_dry_run ? undefined : takeServerLock(data_dir)
  const draft = join(data_dir, DRAFT)
  try {
    if (!order.is_dry_run && hasSqliteFile(data_dir) && !order.replaces)
      throw new CannotOpen(`There is a database in ${data_dir}: --force moves it away and puts the backup in its place`)
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { recursive: true, mode: 0o700 })
    if (form === 'db') await unpackFile(read, pathOf(draft), name)
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
    return { name, made_at, migrated, rows, replaced }
  } finally {
    rmSync(draft, { recursive: true, force: true })
    lock?.release()
  }
}

async function findBackup({ place, backup, identity }: RestoreOrder): Promise<Pick<Source, 'name' | 'read'>> {
  const store = place && (await openStore(place))
  const names = store ? await store.list() : []
  const name = backup ?? backupsIn(names)[0]?.name
  if (name === undefined) throw new CannotOpen('There is no backup there')
  const is_stored = names.includes(name)
  if (!is_stored && !existsSync(name)) throw new CannotOpen(`There is no backup ${name}`)
  const is_encrypted = name.endsWith('.age')
  if (is_encrypted && identity === undefined)
    throw new CannotOpen(`${name} is encrypted: name the file with its key, --identity key.txt`)
  const read = async () =>
    unpacked(is_stored ? await store!.get(name) : createReadStream(name), is_encrypted ? identity : undefined)
  return { name, read }
}

/** The bytes of a backup without encryption and compression. */
async function unpacked(packed: Readable, identity: string | undefined): Promise<Readable> {
  const zipped = identity === undefined ? packed : await decrypted(packed, identity)
  const gunzip = createGunzip()
  void pipeline(zipped, gunzip).catch((error) => gunzip.destroy(error))
  return gunzip
}

async function decrypted(packed: Readable, identity: string): Promise<Readable> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return Readable.fromWeb((await decrypter.decrypt(Readable.toWeb(packed) as never)) as never)
}

async function unpackFile(read: Source['read'], file: string, name: string): Promise<void> {
  try {
    await pipeline(await read(), createWriteStream(file, { mode: 0o600, flush: true }))
  } catch (error) {
    throw new CannotOpen(`${name} can't be read: ${(error as Error).message}`)
  }
  const problem = problemOfCopy(file)
  if (problem !== undefined) throw new CannotOpen(`${name} is damaged: ${problem}`)
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
