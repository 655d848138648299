import { createWriteStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Argument, type Command, Option } from 'commander'
import type { paths } from '../../sdk/src/api.ts'
import { addConnectionOptions, type ConnectionOptions, callServer, companyOf, UNREACHABLE_HINT } from './connection.ts'
import { CliError, print, wrapped } from './output.ts'
import { writeWholeFile } from './whole-file.ts'

type KindOf<P> = P extends `/v1/exports/${infer K}` ? K : never
type Kind = KindOf<keyof paths>
const KINDS = ['invoices', 'credit-notes', 'payments', 'time-entries', 'customers', 'datev'] as const satisfies readonly Kind[]

interface Options extends ConnectionOptions {
  from?: string
  to?: string
  format?: 'csv' | 'jsonl'
  output?: string
  force?: boolean
  json?: boolean
}

/** `quoin exports`. */
export function addExportCommands(program: Command): void {
  const command = program
    .command('exports')
    .description('export everything in a period, as CSV, JSON lines or a booking batch for DATEV')
  addConnectionOptions(command)
    .addArgument(new Argument('<kind>', 'what to export').choices(KINDS))
    .option('--from <day>', 'the first day, YYYY-MM-DD (default: from the beginning)')
    .option('--to <day>', 'the last day (default: to the end)')
    .addOption(new Option('--format <format>', 'csv (the default), or jsonl for whole objects').choices(['csv', 'jsonl']))
    .option('-o, --output <file>', 'the file to write (default: standard output)')
    .option('--force', 'replace a file that is there')
    .option('--json', 'print one JSON value about the file; needs --output')
    .addHelpText(
      'after',
      wrapped(
        '\nExample:\n  quoin exports invoices --from 2026-01-01 --to 2026-03-31 --output invoices.csv\n  quoin exports datev --from 2026-01-01 --to 2026-01-31 --output EXTF_january.csv',
      ),
    )
    .action(write)
}

async function write(kind: (typeof KINDS)[number], options: Options): Promise<void> {
  const { output, force, json } = options
  if (kind === 'datev' && options.format !== undefined)
    throw new CliError('A booking batch has a format of its own: leave --format out')
  if (output === undefined && json) throw new CliError('--json says what was written: give --output FILE with it')
  const body = await open(kind, options)
  if (output === undefined) return pipeline(Readable.fromWeb(body), process.stdout, { end: false })
  await writeWholeFile(output, force, (draft) => pipeline(Readable.fromWeb(body), createWriteStream(draft)))
  const { size: bytes } = statSync(output)
  print(json, { file: output, bytes }, [`Wrote ${bytes} bytes to ${output}`])
}

/** Asks for the export. It is not read into memory: there may be a gigabyte of it. */
function open(kind: string, options: Options): Promise<ReadableStream> {
  const { from, to, format } = options
  return callServer(options, async (quoin, { url, api_key, company_id }) => {
    const { id } = await companyOf(quoin, company_id)
    const of_kind: Record<string, string> = kind === 'datev' ? {} : { format: format ?? 'csv' }
    const query = new URLSearchParams({ company_id: id, ...of_kind, ...(from && { from }), ...(to && { to }) })
    const answer = await fetch(`${url}/v1/exports/${kind}?${query}`, { headers: { authorization: `Bearer ${api_key}` } }).catch(
      (error: Error) => {
        throw new CliError(`No answer from ${url}: ${error.message}. ${UNREACHABLE_HINT}`)
      },
    )
    if (answer.ok && answer.body) return answer.body as ReadableStream
    const told = (await answer.json().catch(() => ({}))) as { error?: string }
    throw new CliError(told.error ?? `${url} answered ${answer.status}`)
  })
}
