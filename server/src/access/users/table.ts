// The tables of this room.
import type { OrganizationId, UserId } from '../../kernel/ids.ts'
import { defineTable, OF_ORGANIZATION, type RowOf, text } from '../../sql/columns.ts'

export const users = defineTable('users', {
  key: ['organization_id', 'id'],
  owner: OF_ORGANIZATION,
  columns: {
    organization_id: text<OrganizationId>(),
    id: text<UserId>(),
    name: text(),
    email: text().indexed(),
    /** Always null: passwords are in `credentials`. */
    role: text<'owner' | 'admin' | 'member' | 'read_only'>(),
    created_at: text().fixed(),
    /** The person who signs in as this member; null until they have used a link. */
    person_id: text().nullable().indexed(),
    removed_at: text().nullable(),
  },
})
export type UsersTable = RowOf<typeof users>

export const password_links = defineTable('password_links', {
  key: ['token_hash'],
  owner: OF_ORGANIZATION,
  columns: {
    token_hash: text(),
    organization_id: text<OrganizationId>(),
    user_id: text<UserId>(),
    created_at: text(),
    expires_at: text(),
    used_at: text().nullable(),
    /** The member who made it; null for the operator of the machine. */
    created_by: text<UserId>().nullable(),
    /** A hash of what it is based on: role and password of both sides. Without one it opens nothing. */
    stands_on: text().nullable(),
  },
})
export type PasswordLinksTable = RowOf<typeof password_links>

declare module '../../sql/tables.ts' {
  interface Tables {
    users: UsersTable
    password_links: PasswordLinksTable
  }
}
