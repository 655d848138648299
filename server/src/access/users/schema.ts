import { type Static, Type } from 'typebox'
import { presenter } from '../../http/present.ts'
import { StringEnum } from '../../http/schema.ts'
import { type UsersTable, users } from './table.ts'

/** A member of the organization, as `GET /v1/users` shows it. */
export const User = Type.Object(
  {
    id: Type.String({ description: 'Identifier, `usr_…`.' }),
    name: Type.String({ description: 'Name as shown to colleagues.' }),
    email: Type.String({ description: 'Address with which the member signs in.' }),
  },
  { title: 'User', additionalProperties: false },
)
export type User = Static<typeof User>

export const userExample: User = { id: 'usr_01kb3m8q5sq2v7p3x1w9d4e6rt', name: 'Ada Moreno', email: 'ada@example.com' }

export const presentUser = presenter<UsersTable>()(User, users, {})

/** From everything to looking. */
export const ROLES = ['owner', 'admin', 'member', 'read_only'] as const

/** A member's role, from everything to read-only. */
export const Role = StringEnum(ROLES, {
  title: 'Role',
  description: '`owner` and `admin` may do everything (only owners change owners), `member` reads and writes, `read_only` reads.',
})

/** A member as the dashboard's page of members shows it. */
export const Member = Type.Object(
  {
    id: Type.String({ description: 'Identifier, `usr_…`.' }),
    name: Type.String(),
    email: Type.String({ description: 'Address with which the member signs in.' }),
    role: Role,
    has_password: Type.Boolean({
      description: 'Whether the member can sign in: after using a link or single sign-on.',
    }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Member', additionalProperties: false },
)
export type Member = Static<typeof Member>

export const presentMember = presenter<UsersTable>()(Member, users, { has_password: (row) => row.person_id !== null })

export const memberExample: Member = {
  ...userExample,
  role: 'owner',
  has_password: true,
  created_at: '2026-01-05T09:30:00.000Z',
}
