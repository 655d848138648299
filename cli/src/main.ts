// The `quoin` command: what it knows, and how its faults reach the person at the terminal.
import { Command, CommanderError } from 'commander'
import { BadConfig } from '../../server/src/config.ts'
import { CannotOpen } from '../../server/src/database/sqlite.ts'
import { ApiError } from '../../server/src/kernel/errors.ts'
import { VERSION } from '../../server/src/version.ts'
import { addAuditCommands } from './audit.ts'
import { addCompanyCommands } from './companies.ts'
import { addDemoCommand } from './demo.ts'
import { addKeyCommands } from './keys.ts'
import { addModuleCommands } from './modules.ts'
import { CliError } from './output.ts'
import { addSetupCommand } from './setup.ts'
import { addUserCommands } from './users.ts'

const USAGE = 2

function createProgram(): Command {
  const program = new Command('quoin')
  program
    .description('Self-hosted invoicing and projects.')
    .version(VERSION)
    .helpCommand(false)
    .addHelpText('after', '\nThe commands work on the database that the QUOIN_… variables name; the server may be running.')
  program
    .command('serve')
    .description('run the server (what npm start does)')
    // Loaded when needed: no other command has to wait for all of the server.
    .action(async () => (await import('../../server/src/main.ts')).serve())
  addSetupCommand(program)
  addCompanyCommands(program)
  addKeyCommands(program)
  addUserCommands(program)
  addModuleCommands(program)
  addAuditCommands(program)
  addDemoCommand(program)
  throwInsteadOfExit(program)
  return program
}

/** Wrong usage must exit with 2, help with 0: commander leaves that to who catches its errors. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride()
  command.configureOutput({ outputError: (text, write) => write(`quoin: ${text.replace(/^error: /, '')}`) })
  for (const child of command.commands) throwInsteadOfExit(child as Command)
}

/** Runs one command line; gives the exit code. Faults are one line on standard error. */
async function run(args: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE
    if (error instanceof ApiError || error instanceof CannotOpen || error instanceof BadConfig || error instanceof CliError) {
      process.stderr.write(`quoin: ${error.message.replaceAll('\n', ' ')}\n`)
      return 1
    }
    throw error
  }
}

process.exitCode = await run(process.argv.slice(2))
