import { type Static, Type } from 'typebox'
import { Nullable, StringEnum } from '../../http/schema.ts'
import { Company, companyExample } from '../companies/schema.ts'
import { memberExample, Role } from '../users/schema.ts'
import type { PasskeysTable, SessionsTable } from './table.ts'

/** A company that the member reaches, and when its days begin. */
const SessionCompany = Type.Object(
  {
    ...Company.properties,
    time_zone: Type.String({ description: 'IANA name: when the days of the company begin.' }),
    clock_ahead_ms: Nullable(
      Type.Integer({ description: 'How far the clock of a sandbox is ahead, in milliseconds; null: it is no sandbox.' }),
    ),
  },
  { title: 'SessionCompany', additionalProperties: false },
)

const Organization = Type.Object({ id: Type.String(), name: Type.String() }, { additionalProperties: false })

/** The signed-in member, as every page of the dashboard needs it. */
export const Session = Type.Object(
  {
    user: Type.Object(
      { id: Type.String(), name: Type.String(), email: Type.String(), role: Role },
      { additionalProperties: false },
    ),
    organization: Organization,
    organizations: Type.Array(Organization, { description: 'All organizations of the person.' }),
    companies: Type.Array(SessionCompany, { description: 'The companies of `organization`, newest first.' }),
    level: StringEnum(['read', 'write', 'admin'], { title: 'PermissionLevel', description: 'The permission level of the role.' }),
    two_factor_enabled: Type.Boolean(),
    sees_installation: Type.Boolean({
      description: 'Whether the audit log shows requests without a valid key too: to owners of the first organization.',
    }),
    has_password: Type.Boolean({
      description: 'Whether the person has a password; others sign in by single sign-on or a passkey.',
    }),
    mail_from: Nullable(Type.String({ description: 'The address that mails come from; null without a mail server.' })),
  },
  { title: 'Session', additionalProperties: false },
)
export type Session = Static<typeof Session>

export const sessionExample: Session = {
  user: { id: memberExample.id, name: memberExample.name, email: memberExample.email, role: 'owner' },
  organization: { id: 'org_01kb3m8q5s4d7f9h2k6n8q1t3w', name: 'Moreno' },
  organizations: [{ id: 'org_01kb3m8q5s4d7f9h2k6n8q1t3w', name: 'Moreno' }],
  companies: [{ ...companyExample, time_zone: 'Europe/Berlin', clock_ahead_ms: null }],
  level: 'admin',
  two_factor_enabled: false,
  sees_installation: true,
  has_password: true,
  mail_from: 'billing@moreno.example',
}

/** The ways to sign in other than a password. */
export const Passkey = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    is_synced: Type.Boolean({
      description: 'Whether it is synced across several devices. Otherwise it exists on one device only.',
    }),
    created_at: Nullable(Type.String({ format: 'date-time' })),
  },
  { title: 'Passkey', additionalProperties: false },
)
export type Passkey = Static<typeof Passkey>

export const passkeyExample: Passkey = {
  id: 'Zq3yH8rT1kPw',
  name: 'Laptop',
  is_synced: true,
  created_at: '2026-03-01T12:00:00.000Z',
}

export function presentPasskey(row: Pick<PasskeysTable, 'id' | 'name' | 'backed_up' | 'created_at'>): Passkey {
  return { id: row.id, name: row.name ?? '', is_synced: Boolean(row.backed_up), created_at: row.created_at }
}

/** The ways to sign in here, for the sign-in page. */
export const SignInWays = Type.Object(
  {
    single_sign_on: Nullable(
      Type.Object(
        { name: Type.String() },
        { additionalProperties: false, description: 'The other service; null where there is none.' },
      ),
    ),
    passkey_host: Nullable(
      Type.String({
        description: 'The host at which passkeys work: browsers bind them to a host name, and refuse IP addresses.',
      }),
    ),
  },
  { title: 'SignInWays', additionalProperties: false },
)
export type SignInWays = Static<typeof SignInWays>

/** One of the caller's sessions. */
export const OwnSession = Type.Object(
  {
    id: Type.String(),
    is_current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
    ip_address: Nullable(Type.String({ description: 'Where it was signed in from.' })),
    user_agent: Nullable(Type.String({ description: 'The user agent of the browser.' })),
    created_at: Type.String({ format: 'date-time', description: 'When it was signed in.' }),
    last_seen_at: Type.String({ format: 'date-time', description: 'When it was last used, to the hour.' }),
  },
  { title: 'OwnSession', additionalProperties: false },
)
export type OwnSession = Static<typeof OwnSession>

export const ownSessionExample: OwnSession = {
  id: 'b7QkZ2mW9xRt',
  is_current: true,
  ip_address: '203.0.113.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  created_at: '2026-03-01T12:00:00.000Z',
  last_seen_at: '2026-03-02T09:00:00.000Z',
}

export function presentOwnSession(
  row: Pick<SessionsTable, 'id' | 'ip_address' | 'user_agent' | 'created_at' | 'updated_at'>,
  current_id: string | null,
): OwnSession {
  const { id, user_agent, created_at, updated_at } = row
  return {
    id,
    is_current: id === current_id,
    ip_address: row.ip_address || null,
    user_agent: user_agent || null,
    created_at,
    last_seen_at: updated_at,
  }
}
