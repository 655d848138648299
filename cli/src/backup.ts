import { existsSync, realpathSync, statSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '../../server/src/config.ts'
import { copySqliteFile } from '../../server/src/engines/backup.ts'
import { CliError, print, wrapped } from './output.ts'
import { writeWholeFile } from './whole-file.ts'

/** Lower than the server's: requests go before the copy where both want the processor. */
const PRIORITY = 10

/** `quoin backup`: copies the embedded database while a server writes to it. */
export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .description('copy the database while the server runs')
    .argument('<file>', 'the copy; it is there whole, checked and durable, or not at all')
    .option('--force', 'replace a file that is there')
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped('\nTo restore it, see docs/self-hosting.md.\n\nExample:\n  quoin backup /backups/quoin-monday.db --force'),
    )
    .action(async (file: string, options: { force?: boolean; json?: boolean }) => {
      const { data_dir, database_url, secret_key } = readConfig()
      if (database_url !== undefined) throw otherEngine()
      refuseLivingFile(file, data_dir)
      setPriority(PRIORITY)
      await writeWholeFile(file, options.force, (draft) => copySqliteFile(data_dir, draft))
      const bytes = statSync(file).size
      const key_file = secret_key ? null : resolve(data_dir, 'secret.key')
      print(options.json, { file: resolve(file), bytes, is_checked: true, secret_key_file: key_file }, [
        `Backed up to ${file} (${(bytes / 1e6).toFixed(1)} MB, checked)`,
        `Not in it: ${key_file ?? 'QUOIN_SECRET_KEY'}, the key of the webhooks' signing secrets. Keep a copy of it elsewhere.`,
      ])
    })
}

function otherEngine(): CliError {
  return new CliError(
    'quoin backup copies the embedded database; for PostgreSQL use: pg_dump --format=custom --file=quoin.dump "$QUOIN_DATABASE_URL"',
  )
}

/** With --force, the copy must not replace the database itself. */
function refuseLivingFile(file: string, data_dir: string): void {
  const place = existsSync(file) ? realpathSync(file) : resolve(file)
  const is_beside = existsSync(data_dir) && existsSync(dirname(place)) && realpathSync(dirname(place)) === realpathSync(data_dir)
  if (is_beside && /^(quoin\.(db(-wal|-shm|-journal)?|lock)|secret\.key)$/.test(basename(place))) {
    throw new CliError(`${file} belongs to the data folder ${join(data_dir)} itself: give another name`)
  }
}
