import type { Command } from 'commander'
import { DEFAULT_URL, UNREACHABLE_HINT } from './connection.ts'
import { CliError, print, wrapped } from './output.ts'

/** A container or service manager asks every few seconds. */
const LONGEST_MS = 5_000

/** `quoin health`: for containers and service managers, which look at the exit code. */
export function addHealthCommand(program: Command): void {
  program
    .command('health')
    .description('ask whether the server is ready: exit code 0 or 1')
    .option('--url <url>', `the server (default: QUOIN_URL, the port in QUOIN_PORT of this machine, ${DEFAULT_URL})`)
    .option('--json', 'print one JSON value')
    .addHelpText('after', wrapped('\nNeeds no API key.\n\nExample:\n  quoin health --url http://127.0.0.1:4280'))
    .action(health)
}

async function health(options: { url?: string; json?: boolean }): Promise<void> {
  const own_port = process.env['QUOIN_PORT'] || undefined
  const own_url = own_port === undefined ? DEFAULT_URL : `http://127.0.0.1:${own_port}`
  const url = options.url ?? (process.env['QUOIN_URL'] || own_url)
  let status: string
  try {
    const answer = await fetch(new URL('/health', url), { signal: AbortSignal.timeout(LONGEST_MS) })
    status = ((await answer.json()) as { status: string }).status
  } catch {
    throw new CliError(`${url} does not answer. ${UNREACHABLE_HINT}`)
  }
  if (status !== 'ok') throw new CliError(`${url} is not ready: ${status}`)
  print(options.json, { url, status }, [`${url} is ready`])
}
