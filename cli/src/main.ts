// The `quoin` command: its subcommands, and how errors reach the person at the terminal.
import { Command, CommanderError, Help } from 'commander'
import { QuoinError } from '../../sdk/src/index.ts'
import { VERSION } from '../../server/src/operate/version.ts'
import { addBankCommands } from './bank.ts'
import { addCompanySettings } from './company.ts'
import { UNREACHABLE_HINT } from './connection.ts'
import { addCreditNoteCommands } from './credit-notes.ts'
import { addInvoiceCommands } from './documents.ts'
import { addEInvoiceCommands } from './e-invoice.ts'
import { addEventCommands } from './events.ts'
import { addExportCommands } from './exports.ts'
import { addHealthCommand } from './health.ts'
import { addListenCommand } from './listen.ts'
import { addLoginCommands } from './login.ts'
import { CliError, printable, wrapped } from './output.ts'
import { addRecurringInvoiceCommands } from './recurring-invoices.ts'
import { addSandboxCommands } from './sandbox.ts'
import { addTriggerCommand } from './trigger.ts'

const USAGE = 2
/** The exit code that shells report for a program that wrote into a closed pipe: 128 plus SIGPIPE. */
const ENDED_BY_PIPE = 128 + 13

const HELP = `
login, logout, listen, trigger, events, invoices, credit-notes, recurring-invoices, bank, exports, sandbox and company talk to a running server with an API key: --url, --api-key and --company, else QUOIN_URL, QUOIN_API_KEY and QUOIN_COMPANY, else what login stored.

e-invoice check needs neither a server nor a database. mail test asks the mail server that the QUOIN_… variables name; the others work on the database that they name. The server may be running.`

const ordinary_help = new Help()
const describeOption = (option: Parameters<Help['optionDescription']>[0]) => ordinary_help.optionDescription(option)

function createProgram(): Command {
  const program = new Command('quoin')
  program
    .description('Self-hosted invoicing and projects.')
    .version(VERSION)
    .helpCommand(false)
    // `--version` after a command is an option of the command.
    .enablePositionalOptions()
    // The commands below inherit it.
    .configureHelp({
      optionDescription: (option) => `${describeOption(option)}${option.mandatory ? ' (required)' : ''}`,
    })
    .addHelpText('after', wrapped(HELP))
  program
    .command('serve')
    .description('run the server (what npm start does)')
    .addHelpText('after', '\nExample:\n  QUOIN_PORT=8080 quoin serve')
    // Loaded when needed: no other command has to wait for all of the server.
    .action(async () => (await import('../../server/src/main.ts')).serve())
  addHealthCommand(program)
  addLoginCommands(program)
  addListenCommand(program)
  addTriggerCommand(program)
  addEventCommands(program)
  addInvoiceCommands(program)
  addCreditNoteCommands(program)
  addRecurringInvoiceCommands(program)
  addBankCommands(program)
  addCompanySettings(program)
  addSandboxCommands(program)
  addExportCommands(program)
  addEInvoiceCommands(program)
  return program
}

/** Wrong usage must exit with 2, help with 0: commander leaves that to the code that catches its errors. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride()
  command.configureOutput({ outputError: (text, write) => write(`quoin: ${text.replace(/^error: /, '')}`) })
  for (const child of command.commands) throwInsteadOfExit(child as Command)
}

/** Runs one command line; gives the exit code. Faults are one line on standard error. */
async function run(args: readonly string[]): Promise<number> {
  const program = createProgram()
  const faults: (new (...args: never[]) => Error)[] = [CliError, QuoinError]
  if (!program.commands.some((command) => command.name() === args[0])) {
    const { addDatabaseCommands } = await import('./database-commands.ts')
    faults.push(...addDatabaseCommands(program))
  }
  throwInsteadOfExit(program)
  try {
    await program.parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE
    if (faults.some((fault) => error instanceof fault)) {
      const hint = error instanceof QuoinError && error.code === 'connection_failed' ? `. ${UNREACHABLE_HINT}` : ''
      process.stderr.write(`quoin: ${printable((error as Error).message.replaceAll('\n', ' '))}${hint}\n`)
      return 1
    }
    throw error
  }
}

// `quoin … | head -1`: the reader has read enough. Ends silently, like a program that SIGPIPE ends.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // An export says itself that it is not whole.
  if (process.stdout.listenerCount('error') > 1) return
  if (error.code !== 'EPIPE') throw error
  process.exit(ENDED_BY_PIPE)
})

process.exitCode = await run(process.argv.slice(2))
