import { statfsSync } from 'node:fs'
import type { Command } from 'commander'
import { readConfig } from '../../server/src/config.ts'
import { findPending, type Pending } from '../../server/src/engines/pending.ts'
import { takeServerLock } from '../../server/src/engines/sqlite/file.ts'
import { hasKeyFile } from '../../server/src/operate/secret-key.ts'
import { VERSION } from '../../server/src/operate/version.ts'
import { CannotOpen } from '../../server/src/sql/database.ts'
import { print, wrapped } from './output.ts'

/** The copy, and what the migrations write. */
const ROOM = 2

/** `quoin upgrade-check`. */
export function addUpgradeCheckCommand(program: Command): void {
  program
    .command('upgrade-check')
    .description('what a start of this version would change, and whether anything is in its way')
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped(
        '\nChanges nothing, and may be run while the old version serves. Exit code 1: do not start this version yet.\n\nExample:\n  npx quoin@latest upgrade-check',
      ),
    )
    .action(upgradeCheck)
}

async function upgradeCheck(options: { json?: boolean }): Promise<void> {
  const config = readConfig()
  let found: Pending | undefined
  const problems: string[] = []
  try {
    found = await findPending(config)
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error
    problems.push(error.message)
  }
  const is_served = found?.engine === 'sqlite' && found.is_there && isServed(config.data_dir)
  if (found) problems.push(...problemsOf(found, config.data_dir))
  const has_key = config.secret_key !== undefined || hasKeyFile(config.data_dir)
  const value = { version: VERSION, ...found, is_served, has_key, is_ready: problems.length === 0, problems }
  print(options.json, value, [
    ...(found ? linesOf(found, is_served, has_key) : []),
    ...problems.map((problem) => `Problem: ${problem}`),
  ])
  if (problems.length > 0) process.exitCode = 1
}

function problemsOf({ engine, is_there, missing, bytes }: Pending, data_dir: string): string[] {
  if (!is_there) return []
  const problems: string[] = []
  const room = missing.length > 0 && engine === 'sqlite' ? roomIn(data_dir) : Number.POSITIVE_INFINITY
  if (room < ROOM * bytes)
    problems.push(
      `The disk of ${data_dir} has ${megabytes(room)} left: a copy of the database and the migrations need ${megabytes(ROOM * bytes)}`,
    )
  return problems
}

function linesOf(
  { engine, is_there, engine_version, newest, missing, bytes }: Pending,
  is_served: boolean,
  has_key: boolean,
): string[] {
  const name = engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  const head = `Quoin ${VERSION} on ${name} ${engine_version}`
  if (!is_there) return [head, 'There is no database yet: the first start makes one.']
  const lines = [head, `The database has ${megabytes(bytes)}, and its newest migration is ${newest ?? 'none'}.`]
  if (!has_key)
    lines.push('There is no secret.key and no QUOIN_SECRET_KEY: put the key of this database in place, or its webhooks are lost.')
  if (missing.length === 0) return [...lines, 'It has all migrations of this version: a start changes nothing.']
  lines.push(`A start applies ${missing.length === 1 ? 'one migration' : `${missing.length} migrations`}: ${missing.join(', ')}.`)
  lines.push(
    engine === 'sqlite'
      ? `Before that it copies the database to quoin.db.before-${missing[0]}.`
      : 'Back it up before that (pg_dump): the old version does not start on the new schema.',
  )
  if (is_served) lines.push('A server runs on it: stop it before you start this version.')
  return lines
}

/** Whether a server holds the data folder. */
function isServed(data_dir: string): boolean {
  try {
    takeServerLock(data_dir).release()
    return false
  } catch (error) {
    if (error instanceof CannotOpen) return true
    throw error
  }
}

function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
