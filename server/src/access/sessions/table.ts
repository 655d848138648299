// The tables of this room.
import type { OrganizationId } from '../../kernel/ids.ts'
import { defineTable, integer, OF_DATABASE, type RowOf, text } from '../../sql/columns.ts'

export const persons = defineTable('persons', {
  key: ['id'],
  owner: OF_DATABASE,
  // Otherwise a person would be asked for what an export leaves out.
  cleared: ['two_factor_enabled'],
  columns: {
    id: text(),
    name: text(),
    /** A login name: access/sessions/login-name.ts. */
    email: text().indexed(),
    email_verified: integer(),
    image: text().nullable(),
    two_factor_enabled: integer().nullable(),
    created_at: text(),
    updated_at: text().uncompared(),
  },
})
export type PersonsTable = RowOf<typeof persons>

export const sessions = defineTable('sessions', {
  key: ['id'],
  owner: OF_DATABASE,
  columns: {
    id: text(),
    person_id: text().indexed(),
    token: text().indexed(),
    /** When it ends however much it is used. */
    expires_at: text().indexed(),
    ip_address: text().nullable(),
    user_agent: text().nullable(),
    /** The organization that it works in. */
    organization_id: text<OrganizationId>().nullable(),
    created_at: text(),
    /** When it was last used, to the hour. */
    updated_at: text().indexed().uncompared(),
  },
})
export type SessionsTable = RowOf<typeof sessions>

export const credentials = defineTable('credentials', {
  key: ['id'],
  owner: OF_DATABASE,
  columns: {
    id: text(),
    person_id: text().indexed(),
    provider_id: text().indexed(),
    account_id: text().indexed(),
    password: text().nullable(),
    access_token: text().nullable(),
    refresh_token: text().nullable(),
    id_token: text().nullable(),
    access_token_expires_at: text().nullable(),
    refresh_token_expires_at: text().nullable(),
    scope: text().nullable(),
    created_at: text(),
    updated_at: text().uncompared(),
  },
})
export type CredentialsTable = RowOf<typeof credentials>

export const verifications = defineTable('verifications', {
  key: ['id'],
  owner: OF_DATABASE,
  columns: {
    id: text(),
    identifier: text().indexed(),
    value: text(),
    expires_at: text().indexed(),
    created_at: text(),
    updated_at: text().uncompared(),
    /** Of a sign-in that waits for its second factor: whose it is. */
    person_id: text().nullable().indexed(),
    /** Includes its standing (access/sessions/standing.ts); without that it opens nothing. */
    stands_on: text().nullable(),
  },
})
export type VerificationsTable = RowOf<typeof verifications>

export const sign_in_failures = defineTable('sign_in_failures', {
  key: ['name'],
  owner: OF_DATABASE,
  columns: {
    /** SHA-256 of an account, an address or both. */
    name: text(),
    count: integer(),
    last_ms: integer().indexed(),
  },
})
export type SignInFailuresTable = RowOf<typeof sign_in_failures>

export const two_factors = defineTable('two_factors', {
  key: ['id'],
  owner: OF_DATABASE,
  columns: {
    id: text(),
    person_id: text().indexed(),
    secret: text(),
    backup_codes: text(),
    verified: integer().nullable(),
    failed_verification_count: integer().nullable(),
    locked_until: text().nullable(),
    /** The step of time of the last code that was taken (RFC 6238). */
    last_step: integer().nullable(),
  },
})
export type TwoFactorsTable = RowOf<typeof two_factors>

export const passkeys = defineTable('passkeys', {
  key: ['id'],
  owner: OF_DATABASE,
  columns: {
    id: text(),
    person_id: text().indexed(),
    name: text().nullable(),
    public_key: text(),
    credential_id: text().indexed(),
    counter: integer(),
    device_type: text(),
    backed_up: integer(),
    transports: text().nullable(),
    aaguid: text().nullable(),
    created_at: text().nullable(),
  },
})
export type PasskeysTable = RowOf<typeof passkeys>

declare module '../../sql/tables.ts' {
  interface Tables {
    persons: PersonsTable
    sessions: SessionsTable
    credentials: CredentialsTable
    verifications: VerificationsTable
    sign_in_failures: SignInFailuresTable
    two_factors: TwoFactorsTable
    passkeys: PasskeysTable
  }
}
