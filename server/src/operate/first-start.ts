// Fills an empty database, also for `quoin setup`: an organization with its owner, a company and an admin key.
import { createApiKey } from '../access/api-keys/service.ts'
import { createCompany, type NewCompany } from '../access/companies/service.ts'
import { hasOrganization, lockFirstStart } from '../access/organizations/repository.ts'
import { createOrganization } from '../access/organizations/service.ts'
import { givePassword, type PreparedPassword, preparePassword } from '../access/sessions/persons.ts'
import { createPasswordLink, createUser } from '../access/users/service.ts'
import { readEmail } from '../kernel/email.ts'
import type { CompanyId, OrganizationId, UserId } from '../kernel/ids.ts'
import type { Database, WriteTx } from '../sql/database.ts'

export interface SetupInput {
  organization: string
  company: Omit<NewCompany, 'organization_id'>
  email?: string | undefined
  password?: string | undefined
}

/** The result; `api_key` is only shown this once. */
export interface Setup {
  organization_id: OrganizationId
  company_id: CompanyId
  user_id: UserId
  api_key: string
}

/** Makes an organization, its owner, a company and an admin key for that company. Throws 400 for a bad name, address, code or prefix. */
export async function setUp(database: Database, input: SetupInput, now_ms: number): Promise<Setup> {
  const { password } = input
  // Before the transaction, or a server on the same database would wait for it. The operator may choose a common password.
  const prepared = password === undefined ? undefined : await preparePassword(database, ownerOf(input), password, true)
  return database.write((tx) => setUpIn(tx, input, now_ms, prepared))
}

/** The owner. */
function ownerOf({ email = 'owner@localhost' }: SetupInput) {
  return { name: 'Owner', email: readEmail(email) }
}

async function setUpIn(tx: WriteTx, input: SetupInput, now_ms: number, password?: PreparedPassword): Promise<Setup> {
  const organization_id = await createOrganization(tx, input.organization, now_ms)
  const { name, email } = ownerOf(input)
  const user_id = await createUser(tx, { organization_id, name, email, role: 'owner', now_ms })
  if (password) await givePassword(tx, { organization_id, user_id, name, email }, password, now_ms)
  const company = await createCompany(tx, { organization_id, ...input.company }, now_ms)
  const key = await createApiKey(
    tx,
    { organization_id, user_id, name: 'First key', level: 'admin', companies: [company.id] },
    now_ms,
  )
  return { organization_id, company_id: company.id, user_id, api_key: key.key }
}

/** Sets an empty database up; undefined when it holds an organization already. */
export async function setUpIfEmpty(
  database: Database,
  now_ms: number,
): Promise<(Setup & { password_token: string }) | undefined> {
  if (await database.readOne(hasOrganization)) return undefined
  return database.write(async (tx) => {
    // Several processes may start on an empty database at the same moment: one fills it.
    await lockFirstStart(tx)
    if (await hasOrganization(tx)) return undefined
    const setup = await setUpIn(tx, { organization: 'My organization', company: { name: 'My company' } }, now_ms)
    const { organization_id, user_id } = setup
    return { ...setup, password_token: await createPasswordLink(tx, { organization_id, user_id, now_ms }) }
  })
}
