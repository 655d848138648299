import { constants, createReadStream, createWriteStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { setPriority } from 'node:os'
import type { Writable } from 'node:stream'
import type { Command } from 'commander'
import { readConfig } from '../../server/src/config.ts'
import { findVault } from '../../server/src/operate/secret-key.ts'
import { type ExportReport, exportLines } from '../../server/src/operate/transfer/export.ts'
import { importLines } from '../../server/src/operate/transfer/import.ts'
import { withDatabase, withDatabaseAlone } from './database.ts'
import { CliError, print, wrapped } from './output.ts'
import { writeWholeFile } from './whole-file.ts'

const READ_AT_ONCE_BYTES = 1024 * 1024
/** Lower than the server's: requests go before the export where both want the processor. */
const PRIORITY = 10

/** `quoin export` and `quoin import`: all that the database holds as JSON lines, from one engine or server to another. */
export function addTransferCommands(program: Command): void {
  program
    .command('export')
    .description('write all that the database holds as JSON lines, while the server runs')
    .argument('[file]', 'where to; standard output without it')
    .option('--organization <id>', 'only this organization, org_…')
    .option('--force', 'replace a file that is there')
    .option('--json', 'print one JSON value, when it goes to a file')
    .addHelpText(
      'after',
      wrapped(`\n${EXPORT_HELP}\n\nExample:\n  quoin export quoin.jsonl\n  quoin export | gzip > quoin.jsonl.gz`),
    )
    .action(runExport)
  program
    .command('import')
    .description('read an export into the database, all of it or nothing')
    .argument('<file>', 'an export; - for standard input')
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped(`\n${IMPORT_HELP}\n\nExample:\n  quoin import quoin.jsonl\n  gunzip -c quoin.jsonl.gz | quoin import -`),
    )
    .action(runImport)
}

const EXPORT_HELP = `It holds the customers' addresses, hashes of keys and passwords, and signing secrets that secret.key opens: keep it as you keep the database. secret.key is not in it.`
const IMPORT_HELP = `The database must be empty, and no server running on it; an export of one organization adds it to the others.`

async function runExport(
  file: string | undefined,
  options: { organization?: string; force?: boolean; json?: boolean },
  command: Command,
): Promise<void> {
  if (file === undefined && options.json) command.error('error: --json needs a file: the export itself goes to standard output')
  setPriority(PRIORITY)
  const organization = options.organization ?? null
  const write = (output: Writable) =>
    withDatabase((database) => exportLines(database, organization, (text) => writeText(output, text)))
  if (file === undefined) {
    const { rows } = await write(process.stdout)
    process.stderr.write(`Exported ${sum(rows)} rows\n`)
    return
  }
  const report = await writeWholeFile(file, options.force, async (draft) => {
    const output = createWriteStream(draft)
    const made = await write(output)
    await new Promise<void>((resolve, reject) => output.once('error', reject).end(resolve))
    return made
  })
  printReport(options.json, { file, organization, ...report }, `Exported ${sum(report.rows)} rows to ${file}`)
}

async function runImport(file: string, options: { json?: boolean }): Promise<void> {
  const { data_dir, secret_key } = readConfig()
  const open = await openToRead(file)
  const target = { vault: findVault(data_dir, secret_key), now_ms: Date.now() }
  const report = await withDatabaseAlone((database) => importLines(database, open, target))
  const what = report.organization ?? 'everything'
  printReport(options.json, report, `Imported ${what}: ${sum(report.rows)} rows, whole and unaltered`)
}

const sum = (rows: ExportReport['rows']) => Object.values(rows).reduce((all, count) => all + count, 0)

function printReport<R extends { rows: ExportReport['rows'] }>(as_json: boolean | undefined, value: R, line: string): void {
  const counts = ['organizations', 'companies', 'customers', 'invoices', 'quotes', 'projects', 'events', 'audit_log']
  const told = counts.map((table) => `${value.rows[table]} ${table}`).join(', ')
  print(as_json, value, [line, `of which ${told}`])
}

/** Writes and waits until there is room again. Throws CliError when the reader has gone, or the disk is full. */
function writeText(output: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // The callback is called once the text is handed over: so at most one text waits in memory.
    output.once('error', fail)
    output.write(text, (error) => {
      // Stays attached after a fault, which is reported there once more.
      if (error) return fail(error)
      output.off('error', fail)
      resolve()
    })
    function fail(error: Error): void {
      reject(new CliError(`The export can't be written: ${error.message}`))
    }
  })
}

/**
 * Returns a function that reads a file, or standard input, from its start. Throws CliError if there is none; the function throws it if it
 * can't be read, and for standard input the second time.
 */
async function openToRead(file: string): Promise<() => AsyncIterable<Uint8Array>> {
  if (file === '-') return readOnce
  const unreadable = (error: unknown) => new CliError(`${file} can't be read: ${(error as Error).message}`)
  try {
    await access(file, constants.R_OK)
  } catch (error) {
    throw unreadable(error)
  }
  return async function* () {
    try {
      yield* createReadStream(file, { highWaterMark: READ_AT_ONCE_BYTES })
    } catch (error) {
      throw unreadable(error)
    }
  }
}

function readOnce(): AsyncIterable<Uint8Array> {
  if (process.stdin.readableDidRead)
    throw new CliError('The database broke the import off, and a pipe is read only once: import again')
  return process.stdin
}
