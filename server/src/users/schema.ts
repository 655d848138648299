import { type Static, Type } from 'typebox'
import type { UsersTable } from '../database/tables.ts'

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

export function presentUser(row: UsersTable): User {
  return { id: row.id, name: row.name, email: row.email }
}
