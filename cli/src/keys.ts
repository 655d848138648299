import { type Command, Option } from 'commander'
import { loadKey, replaceKey } from '../../server/src/access/api-keys/own-keys.ts'
import { lockKey } from '../../server/src/access/api-keys/repository.ts'
import { readRestrictions, type WantedRestrictions } from '../../server/src/access/api-keys/restrictions.ts'
import { type ApiKeyDetails, presentApiKey } from '../../server/src/access/api-keys/schema.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '../../server/src/access/api-keys/service.ts'
import { findCompanyRow } from '../../server/src/access/companies/repository.ts'
import { findOrganization } from '../../server/src/access/organizations/repository.ts'
import { findOwner } from '../../server/src/access/users/repository.ts'
import { isTimestamp } from '../../server/src/kernel/dates.ts'
import type { ApiKeyId, CompanyId, OrganizationId } from '../../server/src/kernel/ids.ts'
import { withDatabase } from './database.ts'
import { CliError, print, table, wrapped } from './output.ts'

interface CreateOptions {
  company: CompanyId
  allCompanies?: boolean
  name: string
  level: 'read' | 'write' | 'admin'
  scope?: string[]
  allowAddress?: string[]
  expires?: string
  json?: boolean
}

interface RotateOptions {
  overlap: string
  expires?: string
  json?: boolean
}

const EXPIRES = 'when it expires: 12h or 90d from now, or 2027-06-30T22:00:00Z'
const collect = (value: string, before: string[] = []) => [...before, value]

/** `quoin keys create`, `list`, `rotate` and `revoke`. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys')
  keys
    .command('create')
    .description('make an API key; its secret is shown this once')
    .requiredOption('--company <id>', 'the company that it reaches, com_…')
    .option('--all-companies', "reach all companies of that company's organization, later ones included")
    .requiredOption('--name <name>', 'what it is for')
    .addOption(new Option('--level <level>', 'what it may do').choices(['read', 'write', 'admin']).makeOptionMandatory())
    .option('--scope <scope>', 'what of its level it may do, like invoices:read; may be repeated', collect)
    .option('--expires <when>', EXPIRES)
    .option('--allow-address <address>', 'an address or network that it may be used from; may be repeated', collect)
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped(
        "\nExample:\n  quoin keys create --company com_… --name 'Reports' --level read --scope invoices:read --expires 90d --allow-address 192.0.2.0/24",
      ),
    )
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
    .command('rotate')
    .description('make a key that replaces another one, which works until the overlap has passed')
    .argument('<id>', 'the key, key_…')
    .option('--overlap <duration>', 'how long the old key works: 0h to 168h, or days like 2d', '24h')
    .option('--expires <when>', `${EXPIRES}; as the old one when absent`)
    .option('--json', 'print one JSON value')
    .addHelpText('after', wrapped('\nExample:\n  quoin keys rotate key_… --overlap 48h'))
    .action(async (id: ApiKeyId, options: RotateOptions) => {
      const { made, old } = await rotate(id, options)
      print(options.json, { ...made, rotated_from: old.id, old_expires_at: old.expires_at }, [
        `API key  ${made.key}   (shown this once)`,
        `Id       ${made.id}`,
        `Replaces ${old.id}, which works until ${old.expires_at}`,
      ])
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

async function create(options: CreateOptions) {
  const restrictions = await restrictionsOf(options)
  return withDatabase((database) =>
    database.write(async (tx) => {
      const company = await findCompanyRow(tx, options.company)
      if (!company) throw new CliError(`There is no company ${options.company}`)
      const { organization_id } = company
      const owner = (await findOwner(tx, organization_id))!
      const companies = options.allCompanies ? ('all' as const) : [company.id]
      const { name, level } = options
      return createApiKey(tx, { organization_id, user_id: owner.id, name, level, companies, restrictions }, Date.now())
    }),
  )
}

async function restrictionsOf({ level, scope: scopes, allowAddress: allowed_addresses, expires }: CreateOptions) {
  const wanted: WantedRestrictions = { scopes, allowed_addresses, expires_at: expires && readExpiry(expires, Date.now()) }
  return readRestrictions(wanted, { level, known: await knownScopes(), now_ms: Date.now() })
}

/** Only when they are needed: the endpoints are all of the service. */
const knownScopes = async () => (await import('../../server/src/endpoints.ts')).known_scopes

async function rotate(id: ApiKeyId, options: RotateOptions) {
  const now_ms = Date.now()
  const overlap_hours = readHours(options.overlap)
  const expires_at = options.expires && readExpiry(options.expires, now_ms)
  const { expires_at: wanted_end } = readRestrictions({ expires_at }, { level: 'admin', known: new Map(), now_ms })
  return withDatabase((database) =>
    database.write(async (tx) => {
      await lockKey(tx, id)
      const row = await loadKey(tx, id)
      if (!row) throw new CliError(`There is no API key ${id}`)
      const made = await replaceKey(tx, row, { overlap_hours, expires_at: wanted_end, created_by: row.created_by }, now_ms)
      return { made, old: presentApiKey((await loadKey(tx, id))!) }
    }),
  )
}

const HOUR_MS = 60 * 60 * 1000
const HOURS_OF: Record<string, number> = { h: 1, d: 24 }
const MOST_OVERLAP_HOURS = 168

function readHours(text: string): number {
  const [, count, unit] = /^(\d{1,3})([hd])$/.exec(text) ?? []
  const hours = Number(count) * (HOURS_OF[unit ?? ''] ?? Number.NaN)
  if (hours <= MOST_OVERLAP_HOURS) return hours
  throw new CliError(`--overlap must be 0h to ${MOST_OVERLAP_HOURS}h or 0d to 7d, not ${JSON.stringify(text)}`)
}

function readExpiry(text: string, now_ms: number): string {
  const [, count, unit] = /^(\d{1,5})([hd])$/.exec(text) ?? []
  if (unit !== undefined) return new Date(now_ms + Number(count) * HOURS_OF[unit]! * HOUR_MS).toISOString()
  if (isTimestamp(text)) return text
  throw new CliError(`--expires must be like 12h, 90d or 2027-06-30T22:00:00Z, not ${JSON.stringify(text)}`)
}

function tableOf(keys: readonly ApiKeyDetails[]): string[] {
  const head = ['ID', 'KEY', 'LEVEL', 'NAME', 'COMPANIES', 'SCOPES', 'LAST USED', 'STATE']
  const rows = keys.map((key) => [
    key.id,
    `${key.key_prefix}…`,
    key.level,
    key.name,
    key.company_ids === 'all' ? 'all' : key.company_ids.join(','),
    key.scopes?.join(',') ?? 'all',
    key.last_used_at === null ? 'never' : [key.last_used_at, key.used_from[0]?.address].filter(Boolean).join(' from '),
    stateOf(key),
  ])
  return table(head, rows)
}

function stateOf({ is_active, revoked_at, expires_at, replaced_by, allowed_addresses }: ApiKeyDetails): string {
  if (!is_active) return `revoked ${revoked_at}`
  if (expires_at !== null && Date.parse(expires_at) <= Date.now()) return `expired ${expires_at}`
  const facts = [
    expires_at === null ? 'active' : `expires ${expires_at}`,
    ...(replaced_by === null ? [] : [`replaced by ${replaced_by}`]),
    ...(allowed_addresses === null ? [] : [`only from ${allowed_addresses.join(',')}`]),
  ]
  return facts.join(', ')
}
