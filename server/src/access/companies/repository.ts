// All SQL of companies and of the modules switched off in them.

import { sql } from 'kysely'
import type { ApiKeyId, CompanyId, OrganizationId } from '../../kernel/ids.ts'
import type { Database, Tx, WriteTx } from '../../sql/database.ts'
import { updateRow } from '../../sql/rows.ts'
import { insertRows, type Queries, statement } from '../../sql/statement.ts'
import { type CompaniesTable, type CompanyLogosTable, companies } from './table.ts'

/** Gives the id back where it was stored. */
const insert = insertRows(companies, (row) =>
  row.onConflict((known) => known.columns(['organization_id', 'slug']).doNothing()).returning('id'),
)
const update = updateRow(companies)

const find = statement<{ id: CompanyId }>()((db, p) => db.selectFrom('companies').selectAll().where('id', '=', p.id))

/** The companies that a key reaches: those named for it, or all of its organization's. */
const listOfKey = statement<{ api_key_id: ApiKeyId; yes: boolean }>()((db, p) =>
  db
    .selectFrom('companies')
    .innerJoin('api_keys', 'api_keys.organization_id', 'companies.organization_id')
    .selectAll('companies')
    .where('api_keys.id', '=', p.api_key_id)
    .where((eb) =>
      eb.or([
        eb('api_keys.all_companies', '=', p.yes),
        eb.exists(
          eb
            .selectFrom('api_key_companies')
            .select('api_key_companies.company_id')
            .whereRef('api_key_companies.company_id', '=', 'companies.id')
            .whereRef('api_key_companies.api_key_id', '=', 'api_keys.id'),
        ),
      ]),
    )
    .orderBy('companies.created_at', 'desc')
    .orderBy('companies.id', 'desc'),
)

const listOfOrganization = statement<{ organization_id: OrganizationId }>()((db, p) =>
  db
    .selectFrom('companies')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
)

const lock = statement<{ organization_id: OrganizationId; id: CompanyId }>()((db, p, dialect) =>
  dialect.forUpdate(
    db.selectFrom('companies').selectAll().where('id', '=', p.id).where('organization_id', '=', p.organization_id),
  ),
)

/** Sandboxes are few: an index has them alone. */
const listAhead = statement<object>()((db) =>
  db
    .selectFrom('companies')
    .select(['id', 'organization_id', 'time_zone', 'clock_ahead_ms'])
    .where('clock_ahead_ms', 'is not', null)
    .orderBy('id'),
)

/** Ids that one statement reads. */
const IDS_AT_ONCE = 1_000

/** Those of all organizations. */
const listIds = statement<{ after: string; limit: number }>()((db, p) =>
  db
    .selectFrom('companies')
    .select('id')
    .where('id', '>', p.after as CompanyId)
    .orderBy('id')
    .limit(p.limit),
)

const listReminding = statement<{ after: string; limit: number }>()((db, p) =>
  db
    .selectFrom('companies')
    .select(['id', 'time_zone', 'clock_ahead_ms', 'reminders'])
    .where('reminders', '<>', sql.lit('[]'))
    .where('id', '>', p.after as CompanyId)
    .orderBy('id')
    .limit(p.limit),
)

/** The companies of an organization, always locked in one order, so that two transactions never deadlock. */
const lockAll = statement<{ organization_id: OrganizationId }>()((db, p, dialect) =>
  dialect.forUpdate(db.selectFrom('companies').select('id').where('organization_id', '=', p.organization_id).orderBy('id')),
)

const nextTimeZone = statement<{ after: string }>()((db, p) =>
  db.selectFrom('companies').select('time_zone').where('time_zone', '>', p.after).orderBy('time_zone').limit(1),
)

const listSlugs = statement<{ organization_id: OrganizationId }>()((db, p) =>
  db.selectFrom('companies').select(['id', 'slug']).where('organization_id', '=', p.organization_id),
)

const saveLogo = statement<CompanyLogosTable>()((db, p) =>
  db
    .insertInto('company_logos')
    .values({ company_id: p.company_id, sha256: p.sha256, media_type: p.media_type, image: p.image })
    .onConflict((logo) => logo.column('company_id').doUpdateSet({ sha256: p.sha256, media_type: p.media_type, image: p.image })),
)

const removeLogo = statement<{ company_id: CompanyId }>()((db, p) =>
  db.deleteFrom('company_logos').where('company_id', '=', p.company_id),
)

/** Of any company: several may have the same. */
const findIn = (table: LogoTable) =>
  statement<{ sha256: string }>()((db, p) => picturesIn(db, table).where('sha256', '=', p.sha256).limit(1))

/** Of one company. */
const findOwnIn = (table: LogoTable) =>
  statement<{ company_id: CompanyId; sha256: string }>()((db, p) =>
    picturesIn(db, table).where('company_id', '=', p.company_id).where('sha256', '=', p.sha256),
  )

/** The logos that companies have now, and those that issued documents name. */
type LogoTable = 'company_logos' | 'issued_logos'
const picturesIn = (db: Queries, table: LogoTable) => db.selectFrom(table as 'company_logos').select(['media_type', 'image'])
const [findLogo, findIssuedLogo] = [findIn('company_logos'), findIn('issued_logos')]
const [findOwnLogo, findOwnIssuedLogo] = [findOwnIn('company_logos'), findOwnIn('issued_logos')]

const findLogoName = statement<{ company_id: CompanyId }>()((db, p) =>
  db.selectFrom('company_logos').select(['sha256', 'media_type']).where('company_id', '=', p.company_id),
)

/** Asks first, so that the picture is only read when it is new. */
const keepLogo = statement<{ company_id: CompanyId; sha256: string }>()((db, p) =>
  db
    .insertInto('issued_logos')
    .columns(['company_id', 'sha256', 'media_type', 'image'])
    .expression(
      db
        .selectFrom('company_logos')
        .select(['company_id', 'sha256', 'media_type', 'image'])
        .where('company_id', '=', p.company_id)
        .where('sha256', '=', p.sha256)
        .where(({ not, exists }) =>
          not(
            exists(
              db
                .selectFrom('issued_logos as kept')
                .select('kept.sha256')
                .where('kept.company_id', '=', p.company_id)
                .where('kept.sha256', '=', p.sha256),
            ),
          ),
        ),
    )
    .onConflict((kept) => kept.doNothing()),
)

const listDisabled = statement<{ company_id: CompanyId; is_enabled: boolean }>()((db, p) =>
  db.selectFrom('company_modules').select('module').where('company_id', '=', p.company_id).where('is_enabled', '=', p.is_enabled),
)

const saveModuleRow = statement<{ company_id: CompanyId; module: string; is_enabled: boolean }>()((db, p) =>
  db
    .insertInto('company_modules')
    .values({ company_id: p.company_id, module: p.module, is_enabled: p.is_enabled })
    .onConflict((known) => known.columns(['company_id', 'module']).doUpdateSet({ is_enabled: p.is_enabled })),
)

/** Says whether it was stored: not where another company of the organization has the slug. */
export const insertCompany = async (tx: WriteTx, company: CompaniesTable) => (await insert(tx, [company])).length === 1
export const findCompanyRow = (tx: Tx, id: CompanyId) => find.first(tx, { id })
export const listCompaniesOfKey = (tx: Tx, api_key_id: ApiKeyId) => listOfKey.all(tx, { api_key_id, yes: true })
export const listCompaniesOfOrganization = (tx: Tx, organization_id: OrganizationId) =>
  listOfOrganization.all(tx, { organization_id })
/** A company of the organization, which no other transaction changes until this one ends. */
export const lockCompany = (tx: WriteTx, organization_id: OrganizationId, id: string) =>
  lock.first(tx, { organization_id, id: id as CompanyId })
/**
 * The slugs of an organization's companies, locked until this transaction ends. They are read by a separate
 * statement: one that has waited for a lock sees changes to locked rows, but not the rows that others added.
 */
export async function lockSlugs(tx: WriteTx, organization_id: OrganizationId) {
  await lockAll.all(tx, { organization_id })
  return listSlugs.all(tx, { organization_id })
}
export const saveCompany = (tx: WriteTx, company: CompaniesTable) => update.post(tx, company)
export const saveLogoRow = (tx: WriteTx, logo: CompanyLogosTable) => saveLogo.post(tx, logo)
export const removeLogoRow = (tx: WriteTx, company_id: CompanyId) => removeLogo.post(tx, { company_id })
/** The picture with a hash, of any company, that is a logo now or is named by an issued document. */
export const findLogoByContent = async (tx: Tx, hash: string) =>
  (await findLogo.first(tx, { sha256: hash })) ?? findIssuedLogo.first(tx, { sha256: hash })
/** The hash and type of a company's logo. */
export const findLogoNameRow = (tx: Tx, company_id: CompanyId) => findLogoName.first(tx, { company_id })
/** A picture that is a company's logo, or was when a document was issued. */
export const findLogoOfCompany = async (tx: Tx, company_id: CompanyId, hash: string) =>
  (await findOwnIssuedLogo.first(tx, { company_id, sha256: hash })) ?? findOwnLogo.first(tx, { company_id, sha256: hash })
/** Keeps the company's logo for the documents that name it. */
export const keepLogoRow = (tx: WriteTx, company_id: CompanyId, hash: string) => keepLogo.post(tx, { company_id, sha256: hash })
export const saveModule = (tx: WriteTx, company_id: CompanyId, module: string, is_enabled: boolean) =>
  saveModuleRow.post(tx, { company_id, module, is_enabled })

/** The modules that are switched off for a company. */
export async function listDisabledModules(tx: Tx, company_id: CompanyId): Promise<Set<string>> {
  const rows = await listDisabled.all(tx, { company_id, is_enabled: false })
  return new Set(rows.map((row) => row.module))
}

/** The ids of all companies that there are, for work that goes through them. */
export async function listCompanyIds(database: Database): Promise<CompanyId[]> {
  const ids: CompanyId[] = []
  for (let after = ''; ; after = ids.at(-1)!) {
    const page = await database.readOne((tx) => listIds.all(tx, { after, limit: IDS_AT_ONCE }))
    ids.push(...page.map(({ id }) => id))
    if (page.length < IDS_AT_ONCE) return ids
  }
}

/** Some of the companies of the installation that remind their customers, by id; only those after one. */
export const listRemindingCompanies = (tx: Tx, after: string, limit: number) => listReminding.all(tx, { after, limit })

/**
 * The time of the company of a row, as `time_zone` and `clock_ahead_ms`. It is looked up for each row: a join might be read the other way
 * round.
 */
export const timeOf = (company_id: string) => [
  sql<string>`(select companies.time_zone from companies where companies.id = ${sql.ref(company_id)})`.as('time_zone'),
  sql<number | null>`(select companies.clock_ahead_ms from companies where companies.id = ${sql.ref(company_id)})`.as(
    'clock_ahead_ms',
  ),
]

/** The companies that are sandboxes. */
export const listSandboxRows = (tx: Tx) => listAhead.all(tx, {})

/** The time zones that companies have, each once: a look into the index for each. */
export async function listTimeZones(database: Database): Promise<string[]> {
  const zones: string[] = []
  for (;;) {
    const next = await database.readOne((tx) => nextTimeZone.first(tx, { after: zones.at(-1) ?? '' }))
    if (!next) return zones
    zones.push(next.time_zone)
  }
}
