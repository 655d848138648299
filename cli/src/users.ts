import { type Command, Option } from 'commander'
import { appendEntries } from '../../server/src/audit-log/service.ts'
import { newId, type OrganizationId } from '../../server/src/kernel/ids.ts'
import { findOrganization } from '../../server/src/organizations/repository.ts'
import { resetSecondFactor, setPassword } from '../../server/src/sessions/persons.ts'
import { createUser } from '../../server/src/users/service.ts'
import { VERSION } from '../../server/src/version.ts'
import { withDatabase } from './database.ts'
import { CliError, print, wrapped } from './output.ts'

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

/** `quoin users create` and `quoin users reset-second-factor`. */
export function addUserCommands(program: Command): void {
  const users = program.command('users').description('members of an organization')
  addReset(users)
  users
    .command('create')
    .description('add a member: someone whom projects and tasks can be assigned to, and who may use the dashboard')
    .requiredOption('--organization <id>', 'the organization, org_…')
    .requiredOption('--name <name>', 'name as shown to colleagues')
    .requiredOption('--email <address>', 'address of the member')
    .addOption(new Option('--role <role>', 'what they may do in the dashboard').choices(ROLES).default('member'))
    .option('--password <password>', 'password for the dashboard, 10 characters or more')
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped("\nExample:\n  quoin users create --organization org_… --name 'Ada Moreno' --email ada@example.com"),
    )
    .action(async ({ organization, name, email, role, password, json }: Options) => {
      const id = await withDatabase((database) =>
        database.write(async (tx) => {
          if (!(await findOrganization(tx, organization))) throw new CliError(`There is no organization ${organization}`)
          const now_ms = Date.now()
          const user_id = await createUser(tx, { organization_id: organization, name, email, role, now_ms })
          const member = { organization_id: organization, user_id, name, email: email.trim().toLowerCase() }
          if (password !== undefined) await setPassword(tx, member, password, now_ms)
          return user_id
        }),
      )
      print(json, { id, name, email: email.trim().toLowerCase() }, [`User  ${id}  ${name}`])
    })
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
        '\nMake sure first that it is the person who asks. The password is needed as before; it stands in the audit log of each of their organizations.\n\nExample:\n  quoin users reset-second-factor ada@example.com',
      ),
    )
    .action(async (address: string, { json }: { json?: boolean }) => {
      const email = address.trim().toLowerCase()
      const now_ms = Date.now()
      const { members, passkeys } = await withDatabase((database) =>
        database.write(async (tx) => {
          const reset = await resetSecondFactor(tx, email)
          if (!reset) throw new CliError(`${email} has no second factor`)
          const records = reset.members.map(({ organization_id, user_id }) => ({
            organization_id,
            created_at: new Date(now_ms).toISOString(),
            request_id: newId('request', now_ms),
            api_key_id: null,
            key_prefix: null,
            company_id: null,
            // No request of HTTP: what was typed, with the member whom it was about.
            method: 'COMMAND',
            path: `users reset-second-factor ${user_id}`,
            status: 200,
            duration_ms: 0,
            ip_address: '',
            user_agent: `quoin/${VERSION}`,
            user_id: null,
          }))
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
