import type { Command } from 'commander'
import { type Setup, setUp } from '../../server/src/operate/first-start.ts'
import { withDatabase } from './database.ts'
import { print, wrapped } from './output.ts'
import { linkLines, makePasswordLink, warnOfCommon } from './password-link.ts'

interface Options {
  organization: string
  company: string
  currency?: string
  invoicePrefix?: string
  quotePrefix?: string
  email?: string
  password?: string
  json?: boolean
}

/** `quoin setup`: another organization with its owner, a company and an admin key. */
export function addSetupCommand(program: Command): void {
  program
    .command('setup')
    .description('make an organization, a company, its owner and an admin API key')
    .requiredOption('--organization <name>', 'name of the organization')
    .requiredOption('--company <name>', 'name of its first company')
    .option('--currency <code>', 'ISO 4217 code of the company (default: USD)')
    .option('--invoice-prefix <prefix>', 'first part of invoice numbers (default: INV)')
    .option('--quote-prefix <prefix>', 'first part of quote numbers (default: QUO)')
    .option('--email <address>', 'address of the owner (default: owner@localhost)')
    .option('--password <password>', 'password of the owner, 10 characters or more')
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped(
        "\nExample:\n  quoin setup --organization 'Moreno' --company 'Moreno Studio' --currency EUR --email ada@example.com",
      ),
    )
    .action(async (options: Options) => {
      const now_ms = Date.now()
      const made = await withDatabase(async (database) => {
        const setup = await setUp(
          database,
          {
            organization: options.organization,
            company: {
              name: options.company,
              currency: options.currency,
              invoice_prefix: options.invoicePrefix,
              quote_prefix: options.quotePrefix,
            },
            email: options.email,
            password: options.password,
          },
          now_ms,
        )
        if (options.password !== undefined) return setup
        return { ...setup, password_link: await database.write((tx) => makePasswordLink(tx, { ...setup, now_ms })) }
      })
      await warnOfCommon(options.password, { email: options.email ?? '', name: options.organization })
      printSetup(options.json, made)
    })
}

/** Prints the result of a setup; the key, and the link for the owner's password, are only shown this once. */
export function printSetup(as_json: boolean | undefined, setup: Setup & { password_link?: string }): void {
  print(as_json, setup, [
    `Organization  ${setup.organization_id}`,
    `Company       ${setup.company_id}`,
    `Owner         ${setup.user_id}`,
    `API key       ${setup.api_key}   (shown this once)`,
    ...(setup.password_link === undefined ? [] : linkLines(setup.password_link)),
  ])
}
