import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Command } from 'commander'
import { readConfig } from '../../server/src/config.ts'
import { makeBackup } from '../../server/src/operate/backups/make.ts'
import { shownPlace } from '../../server/src/operate/backups/place.ts'
import { reachesOf } from '../../server/src/operate/backups/reach.ts'
import { restoreBackup } from '../../server/src/operate/backups/restore.ts'
import { openStore } from '../../server/src/operate/backups/store.ts'
import { findVault, hasKeyFile } from '../../server/src/operate/secret-key.ts'
import { CliError, print, table, wrapped } from './output.ts'

/** Lower than the server's: requests go before the backup where both want the processor. */
const PRIORITY = 10

interface RestoreOptions {
  at?: string
  dryRun?: boolean
  force?: boolean
  identity?: string
  json?: boolean
}

/** `quoin backups` and `quoin restore`. */
export function addBackupsCommands(program: Command): void {
  const backups = program.command('backups').description('backups in the folder or bucket of QUOIN_BACKUP_TO')
  backups
    .command('list')
    .description('the backups that are there, the newest first')
    .option('--json', 'print one JSON value')
    .addHelpText('after', wrapped('\nExample:\n  quoin backups list'))
    .action(list)
  backups
    .command('make')
    .description('make one now, while the server runs, and remove those that are outdated')
    .option('--json', 'print one JSON value')
    .addHelpText('after', wrapped('\nExample:\n  QUOIN_BACKUP_TO=/backups quoin backups make'))
    .action(make)
  program
    .command('restore')
    .description('put a backup in place of the database, after it was checked')
    .argument('[backup]', 'the name of a backup, or a file; without it the newest state that there is')
    .option('--at <time>', 'as it was then, like 2026-11-30T14:05:00Z; with the log that was shipped, to about a second')
    .option('--dry-run', 'only unpack and check it; a server may be running')
    .option('--force', 'move the database away that is there')
    .option('--identity <file>', 'the key of an encrypted backup (age)')
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped(`\n${RESTORE_HELP}\n\nExample:\n  quoin restore --dry-run\n  quoin restore quoin-20261130T031500Z.db.gz --force`),
    )
    .action(restore)
}

const RESTORE_HELP = `Stop the server first. secret.key is not in a backup: put it back as well, or set QUOIN_SECRET_KEY. On PostgreSQL the database must be empty.`

function readBackups() {
  const config = readConfig()
  if (!config.backup) throw new CliError('QUOIN_BACKUP_TO is not set: it names the folder or bucket of the backups')
  return { config, backup: config.backup }
}

async function list(options: { json?: boolean }): Promise<void> {
  const { place } = readBackups().backup
  const found = await asked(async () => {
    const store = await openStore(place)
    return reachesOf(store, await store.list())
  })
  const shown = found.map(({ name, made_ms, to_ms, form, is_encrypted }) => ({
    name,
    made_at: new Date(made_ms).toISOString(),
    restorable_to: new Date(to_ms).toISOString(),
    form,
    is_encrypted,
  }))
  const rows = shown.map(({ name, made_at, restorable_to, is_encrypted }) => [
    name,
    made_at,
    restorable_to === made_at ? '' : restorable_to,
    is_encrypted ? 'encrypted' : '',
  ])
  print(
    options.json,
    shown,
    rows.length > 0 ? table(['BACKUP', 'MADE', 'RESTORES UP TO', ''], rows) : [`There are no backups in ${shownPlace(place)}`],
  )
}

async function make(options: { json?: boolean }): Promise<void> {
  const { backup } = readBackups()
  setPriority(PRIORITY)
  const made = await asked(() => makeBackup({ ...backup, now_ms: Date.now() }))
  print(options.json, { ...made, place: shownPlace(backup.place) }, [
    `Backed up to ${shownPlace(backup.place)}: ${made.name} (${(made.bytes / 1e6).toFixed(1)} MB)`,
    ...made.removed.map((name) => `Removed ${name}`),
  ])
}

async function restore(name: string | undefined, options: RestoreOptions): Promise<void> {
  const config = readConfig()
  const { data_dir, database_url, secret_key, backup } = config
  if (!backup && name === undefined)
    throw new CliError('Name a file, or set QUOIN_BACKUP_TO: the folder or bucket of the backups')
  const report = await asked(() =>
    restoreBackup({
      settings: { data_dir, database_url },
      vault: findVault(data_dir, secret_key),
      place: backup?.place,
      backup: name,
      identity: options.identity === undefined ? undefined : readIdentity(options.identity),
      at_ms: options.at === undefined ? undefined : readTime(options.at),
      is_dry_run: options.dryRun === true,
      replaces: options.force === true,
      now_ms: Date.now(),
    }),
  )
  const has_key = secret_key !== undefined || hasKeyFile(data_dir)
  const counts = Object.entries(report.rows).map(([what, count]) => `${count} ${what.replace('_', ' ')}`)
  const verb = options.dryRun ? 'is whole' : 'was restored'
  print(options.json, { ...report, is_dry_run: options.dryRun === true, has_key }, [
    `${report.name}${report.made_at === null ? '' : `, made ${report.made_at},`} ${verb}: ${counts.join(', ')}`,
    ...(report.segments === 0 ? [] : [`With ${report.segments} segments of the log, up to ${report.restored_to}`]),
    ...(report.replaced === null ? [] : [`The database that was there is ${report.replaced}: delete it when you are content`]),
    ...(has_key ? [] : ['There is no secret.key and no QUOIN_SECRET_KEY: put the key back before you start the server']),
  ])
}

function readTime(text: string): number {
  const at_ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at_ms)) throw new CliError(`--at ${text} is no time with its zone, like 2026-11-30T14:05:00Z`)
  return at_ms
}

/** The first key in a file that `age-keygen` has written. */
function readIdentity(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new CliError(`${file} can't be read: ${(error as Error).message}`)
  }
  const [identity] = /AGE-SECRET-KEY-[A-Z0-9-]+/.exec(text) ?? []
  if (identity === undefined) throw new CliError(`${file} has no key of age (AGE-SECRET-KEY-1…)`)
  return identity
}

/** A store that refuses or can't be reached is told in one line. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const is_ours = /^(CannotOpen|TransferFault|CliError|BadConfig)$/.test((error as Error).constructor.name)
    throw is_ours ? error : new CliError(`That failed: ${(error as Error).message}`)
  }
}
