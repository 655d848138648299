import { type Command, Option } from 'commander'
import { appendEntries } from '../../server/src/access/audit-log/service.ts'
import { findOrganization } from '../../server/src/access/organizations/repository.ts'
import { loginNameOf } from '../../server/src/access/sessions/login-name.ts'
import { givePassword, preparePassword, resetSecondFactor } from '../../server/src/access/sessions/persons.ts'
import { listMembersByEmail } from '../../server/src/access/sessions/repository.ts'
import { listMembersWaiting } from '../../server/src/access/users/repository.ts'
import { createUser } from '../../server/src/access/users/service.ts'
import { readEmail } from '../../server/src/kernel/email.ts'
import { newId, type OrganizationId } from '../../server/src/kernel/ids.ts'
import { VERSION } from '../../server/src/operate/version.ts'
import { withDatabase } from './database.ts'
import { CliError, print, wrapped } from './output.ts'
import { linkLines, makePasswordLink, warnOfCommon } from './password-link.ts'

const ROLES = ['owner', 'admin', 'member', 'read_only'] as const
type Role = (typeof ROLES)[number]

interface Options {
  organization: OrganizationId
  name: string
  email: string
  role: Role
  password?: string
  json?: boolean
}

/** `quoin users create`, `create-link` and `reset-second-factor`. */
export function addUserCommands(program: Command): void {
  const users = program.command('users').description('members of an organization')
  addCreateLink(users)
  addReset(users)
  users
    .command('create')
    .description('add a member: someone whom projects and tasks can be assigned to, and who may use the dashboard')
    .requiredOption('--organization <id>', 'the organization, org_…')
    .requiredOption('--name <name>', 'name as shown to colleagues')
    .requiredOption('--email <address>', 'address of the member')
    .addOption(new Option('--role <role>', 'what they may do in the dashboard').choices(ROLES).default('member'))
    .option(
      '--password <password>',
      'password for the dashboard, 10 characters or more (without: a link that sets one is printed)',
    )
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped("\nExample:\n  quoin users create --organization org_… --name 'Ada Moreno' --email ada@example.com"),
    )
    .action(async ({ organization, name, email, role, password, json }: Options) => {
      const { id, link } = await withDatabase(async (database) => {
        const owner = { organization_id: organization, name, email: readEmail(email) }
        // Before the transaction, or a server on the same database would wait for it.
        const prepared = password === undefined ? undefined : await preparePassword(database, owner, password, true)
        return database.write(async (tx) => {
          if (!(await findOrganization(tx, organization))) throw new CliError(`There is no organization ${organization}`)
          const now_ms = Date.now()
          const user_id = await createUser(tx, { organization_id: organization, name, email, role, now_ms })
          const member = { ...owner, user_id }
          if (!prepared) return { id: user_id, link: await makePasswordLink(tx, { ...member, now_ms }) }
          await givePassword(tx, member, prepared, now_ms)
          return { id: user_id, link: undefined }
        })
      })
      await warnOfCommon(password, { email: readEmail(email), name })
      const shown = { id, name, email: readEmail(email), ...(link === undefined ? {} : { password_link: link }) }
      print(json, shown, [`User          ${id}  ${name}`, ...(link === undefined ? [] : linkLines(link))])
    })
}

function addCreateLink(users: Command): void {
  users
    .command('create-link')
    .description('make a one-time link that lets a member set a first password, or replace a forgotten one')
    .argument('<email>', 'address of the member')
    .option('--organization <id>', 'the organization, org_…, where they belong to several')
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped(
        '\nMake sure first that it is the person who asks. Earlier links of theirs end; it is in the audit log.\n\nExample:\n  quoin users create-link ada@example.com',
      ),
    )
    .action(async (address: string, { organization, json }: { organization?: OrganizationId; json?: boolean }) => {
      const email = readEmail(address)
      const now_ms = Date.now()
      const { member, link } = await withDatabase((database) =>
        database.write(async (tx) => {
          const waiting = (await listMembersWaiting(tx, email)).map(({ id, organization_id }) => ({
            organization_id,
            user_id: id,
          }))
          const all = [...(await listMembersByEmail(tx, loginNameOf(email))), ...waiting]
          const members = all.filter(({ organization_id }) => organization === undefined || organization_id === organization)
          const [member, another] = members
          if (!member) throw new CliError(`${email} is no member${organization ? ` of ${organization}` : ''}`)
          if (another) {
            const ids = members.map(({ organization_id }) => organization_id).join(', ')
            throw new CliError(`${email} is a member of several organizations: say which by --organization (${ids})`)
          }
          await appendEntries(tx, [commandEntry(member, `users create-link ${member.user_id}`, now_ms)])
          return { member, link: await makePasswordLink(tx, { ...member, now_ms }) }
        }),
      )
      print(json, { id: member.user_id, email, password_link: link }, linkLines(link))
    })
}

/** A row of the audit log for a command on the machine, which is not an HTTP request: `path` has the command, with the member it was about. */
function commandEntry({ organization_id }: { organization_id: OrganizationId }, path: string, now_ms: number) {
  return {
    organization_id,
    created_at: new Date(now_ms).toISOString(),
    request_id: newId('request', now_ms),
    api_key_id: null,
    key_prefix: null,
    company_id: null,
    method: 'COMMAND',
    path,
    status: 200,
    duration_ms: 0,
    ip_address: '',
    user_agent: `quoin/${VERSION}`,
    user_id: null,
  }
}

function addReset(users: Command): void {
  users
    .command('reset-second-factor')
    .description('switch off the second factor of someone who has lost it, and end their sessions')
    .argument('<email>', 'address of the person')
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped(
        '\nMake sure first that it is the person who asks. The password is needed as before; it is in the audit log of each of their organizations.\n\nExample:\n  quoin users reset-second-factor ada@example.com',
      ),
    )
    .action(async (address: string, { json }: { json?: boolean }) => {
      const email = readEmail(address)
      const now_ms = Date.now()
      const { members, passkeys } = await withDatabase((database) =>
        database.write(async (tx) => {
          const reset = await resetSecondFactor(tx, email)
          if (!reset) throw new CliError(`${email} has no second factor`)
          const records = reset.members.map((member) =>
            commandEntry(member, `users reset-second-factor ${member.user_id}`, now_ms),
          )
          await appendEntries(tx, records)
          return reset
        }),
      )
      const left = passkeys === 1 ? 'One passkey' : `${passkeys} passkeys`
      print(json, { email, user_ids: members.map(({ user_id }) => user_id), passkeys }, [
        `The second factor of ${email} is off; all their sessions have ended`,
        ...(passkeys === 0 ? [] : [`${left} of theirs still sign in: one that is lost is removed on the page You`]),
      ])
    })
}
