// Pure: what a one-time link is based on. It works as long as its maker could still make it for that member, as both are now.

import { sha256 } from '../../kernel/crypto.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { UsersTable } from './table.ts'

type Role = UsersTable['role']

/** The two sides of a link as they are now. */
export interface LinkSides {
  /** The member it is for; `password` is its hash, null if there is none. */
  role: Role
  password: string | null
  /** Its maker; null for the operator of the machine. */
  created_by: UserId | null
  /** Null where the maker is no member any more. */
  maker_role: Role | null
  maker_password: string | null
}

/** A hash that changes with the role and the password of either side. Hashes of passwords have a salt: the same one set again is another. */
export function groundOf({ role, password, created_by, maker_role, maker_password }: LinkSides): string {
  return sha256(JSON.stringify([role, password, created_by, maker_role, maker_password]))
}

/** Whether the maker may make such a link now: owners for everyone, admins for all but owners, the operator always. */
export function mayStand({ role, created_by, maker_role }: LinkSides): boolean {
  return created_by === null || maker_role === 'owner' || (maker_role === 'admin' && role !== 'owner')
}
