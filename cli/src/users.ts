import type { Command } from 'commander'
import type { OrganizationId } from '../../server/src/kernel/ids.ts'
import { findOrganization } from '../../server/src/organizations/repository.ts'
import { createUser } from '../../server/src/users/service.ts'
import { withDatabase } from './database.ts'
import { CliError, print, wrapped } from './output.ts'

interface Options {
  organization: OrganizationId
  name: string
  email: string
  json?: boolean
}

/** `quoin users create`. */
export function addUserCommands(program: Command): void {
  const users = program.command('users').description('members of an organization')
  users
    .command('create')
    .description('add a member: someone whom projects and tasks can be assigned to')
    .requiredOption('--organization <id>', 'the organization, org_…')
    .requiredOption('--name <name>', 'name as shown to colleagues')
    .requiredOption('--email <address>', 'address of the member')
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped("\nExample:\n  quoin users create --organization org_… --name 'Ada Moreno' --email ada@example.com"),
    )
    .action(async ({ organization, name, email, json }: Options) => {
      const id = await withDatabase((database) =>
        database.write(async (tx) => {
          if (!(await findOrganization(tx, organization))) throw new CliError(`There is no organization ${organization}`)
          return createUser(tx, { organization_id: organization, name, email, role: 'member', now_ms: Date.now() })
        }),
      )
      print(json, { id, name, email: email.trim().toLowerCase() }, [`User  ${id}  ${name}`])
    })
}
