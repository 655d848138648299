import type { Command } from 'commander'
import { withDatabase } from './database.ts'
import { printSetup } from './setup.ts'

/** `quoin demo`: an organization of its own with two years of sample data. */
export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('make an organization with two years of believable sample data')
    .option('--json', 'print one JSON value')
    .addHelpText('after', '\nIt makes a new organization each time.\n\nExample:\n  quoin demo')
    .action(async (options: { json?: boolean }) => {
      const { fillWithSamples } = await import('./demo/fill.ts')
      printSetup(options.json, await withDatabase((database) => fillWithSamples(database, Date.now())))
    })
}
