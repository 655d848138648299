import type { Command } from 'commander'
import { presentCompany } from '../../server/src/access/companies/schema.ts'
import { createCompany } from '../../server/src/access/companies/service.ts'
import { findOrganization } from '../../server/src/access/organizations/repository.ts'
import type { OrganizationId } from '../../server/src/kernel/ids.ts'
import { withDatabase } from './database.ts'
import { CliError, print, wrapped } from './output.ts'

interface CreateOptions {
  organization: OrganizationId
  name: string
  currency?: string
  invoicePrefix?: string
  quotePrefix?: string
  sandbox?: boolean
  json?: boolean
}

/** `quoin companies create`. */
export function addCompanyCommands(program: Command): void {
  const companies = program.command('companies').description('companies of an organization')
  companies
    .command('create')
    .description('make a company')
    .requiredOption('--organization <id>', 'the organization, org_…')
    .requiredOption('--name <name>', 'name of the company')
    .option('--currency <code>', 'ISO 4217 code (default: USD)')
    .option('--invoice-prefix <prefix>', 'first part of invoice numbers (default: INV)')
    .option('--quote-prefix <prefix>', 'first part of quote numbers (default: QUO)')
    .option('--sandbox', 'for trying things out: a clock that the API moves, documents marked as samples')
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped(
        "\nExample:\n  quoin companies create --organization org_… --name 'Moreno Print' --currency EUR --invoice-prefix MP",
      ),
    )
    .action(async (options: CreateOptions) => {
      const company = await withDatabase((database) =>
        database.write(async (tx) => {
          const organization = await findOrganization(tx, options.organization)
          if (!organization) throw new CliError(`There is no organization ${options.organization}`)
          const { name, currency } = options
          const prefixes = { invoice_prefix: options.invoicePrefix, quote_prefix: options.quotePrefix }
          return createCompany(
            tx,
            { organization_id: organization.id, name, currency, is_sandbox: options.sandbox, ...prefixes },
            Date.now(),
          )
        }),
      )
      const shown = presentCompany(company, (path) => path)
      print(options.json, shown, [
        `Company  ${shown.id}  ${shown.name}  ${shown.currency}  ${shown.invoice_prefix}/${shown.quote_prefix}`,
      ])
    })
}
