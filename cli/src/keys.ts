import { type Command, Option } from 'commander'
import type { ApiKey } from '../../server/src/access/api-keys/schema.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '../../server/src/access/api-keys/service.ts'
import { findCompanyRow } from '../../server/src/access/companies/repository.ts'
import { findOrganization } from '../../server/src/access/organizations/repository.ts'
import { findOwner } from '../../server/src/access/users/repository.ts'
import type { ApiKeyId, CompanyId, OrganizationId } from '../../server/src/kernel/ids.ts'
import { withDatabase } from './database.ts'
import { CliError, print, table, wrapped } from './output.ts'

interface CreateOptions {
  company: CompanyId
  allCompanies?: boolean
  name: string
  level: 'read' | 'write' | 'admin'
  json?: boolean
}

/** `quoin keys create`, `list` and `revoke`. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys')
  keys
    .command('create')
    .description('make an API key; its secret is shown this once')
    .requiredOption('--company <id>', 'the company that it reaches, com_…')
    .option('--all-companies', "reach all companies of that company's organization, later ones included")
    .requiredOption('--name <name>', 'what it is for')
    .addOption(new Option('--level <level>', 'what it may do').choices(['read', 'write', 'admin']).makeOptionMandatory())
    .option('--json', 'print one JSON value')
    .addHelpText('after', wrapped("\nExample:\n  quoin keys create --company com_… --name 'Reports' --level read"))
    .action(async (options: CreateOptions) => {
      const key = await create(options)
      print(options.json, key, [
        `API key  ${key.key}   (shown this once)`,
        `Id       ${key.id}`,
        `Reaches  ${key.company_ids.join(', ')}`,
      ])
    })
  keys
    .command('list')
    .description('the API keys of an organization, without their secrets')
    .requiredOption('--organization <id>', 'the organization, org_…')
    .option('--json', 'print one JSON value')
    .addHelpText('after', wrapped('\nExample:\n  quoin keys list --organization org_…'))
    .action(async (options: { organization: OrganizationId; json?: boolean }) => {
      const listed = await withDatabase((database) =>
        database.read(async (tx) => {
          if (!(await findOrganization(tx, options.organization)))
            throw new CliError(`There is no organization ${options.organization}`)
          return listApiKeys(tx, options.organization)
        }),
      )
      print(options.json, listed, tableOf(listed))
    })
  keys
    .command('revoke')
    .description('end an API key, from the next request on')
    .argument('<id>', 'the key, key_…')
    .option('--json', 'print one JSON value')
    .addHelpText('after', wrapped('\nExample:\n  quoin keys revoke key_…'))
    .action(async (id: ApiKeyId, options: { json?: boolean }) => {
      const key = await withDatabase((database) => database.write((tx) => revokeApiKey(tx, id, Date.now())))
      if (!key) throw new CliError(`There is no API key ${id}`)
      print(options.json, key, [`${key.key_prefix}… (${key.name}) was revoked at ${key.revoked_at}`])
    })
}

function create(options: CreateOptions) {
  return withDatabase((database) =>
    database.write(async (tx) => {
      const company = await findCompanyRow(tx, options.company)
      if (!company) throw new CliError(`There is no company ${options.company}`)
      const { organization_id } = company
      const owner = (await findOwner(tx, organization_id))!
      const companies = options.allCompanies ? ('all' as const) : [company.id]
      const { name, level } = options
      return createApiKey(tx, { organization_id, user_id: owner.id, name, level, companies }, Date.now())
    }),
  )
}

function tableOf(keys: readonly ApiKey[]): string[] {
  const head = ['ID', 'KEY', 'LEVEL', 'NAME', 'COMPANIES', 'LAST USED', 'STATE']
  const rows = keys.map((key) => [
    key.id,
    `${key.key_prefix}…`,
    key.level,
    key.name,
    key.company_ids === 'all' ? 'all' : key.company_ids.join(','),
    key.last_used_at ?? 'never',
    key.is_active ? 'active' : `revoked ${key.revoked_at}`,
  ])
  return table(head, rows)
}
