import { type Command, Option } from 'commander'
import type { OrganizationId } from '../../server/src/kernel/ids.ts'
import { findOrganization } from '../../server/src/organizations/repository.ts'
import { setPassword } from '../../server/src/sessions/persons.ts'
import { createUser } from '../../server/src/users/service.ts'
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

/** `quoin users create`. */
export function addUserCommands(program: Command): void {
  const users = program.command('users').description('members of an organization')
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
