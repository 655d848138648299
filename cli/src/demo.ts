import type { Command } from 'commander'
import { withDatabase } from './database.ts'
import { makePasswordLink } from './password-link.ts'
import { printSetup } from './setup.ts'

/** `quoin demo`: a new organization with two years of sample data. */
export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('make an organization with two years of believable sample data')
    .option('--json', 'print one JSON value')
    .addHelpText('after', '\nIt makes a new organization each time.\n\nExample:\n  quoin demo')
    .action(async (options: { json?: boolean }) => {
      const { fillWithSamples } = await import('./demo/fill.ts')
      const now_ms = Date.now()
      const made = await withDatabase(async (database) => {
        const setup = await fillWithSamples(database, now_ms)
        // Of now: the sample data starts two years ago.
        return { ...setup, password_link: await database.write((tx) => makePasswordLink(tx, { ...setup, now_ms })) }
      })
      printSetup(options.json, made)
    })
}
