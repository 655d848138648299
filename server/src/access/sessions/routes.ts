import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Text } from '../../http/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import type { BackOff } from './back-off.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './new-password.ts'
import { changeOwnEmail } from './own-address.ts'
import { attemptWithLink, readPasswordLink, takeUpLink } from './persons.ts'
import { Session, SignInWays, sessionExample } from './schema.ts'
import { getSession, switchOrganization } from './session.ts'

const OF_DASHBOARD = { tag: 'Dashboard', door: 'session', company: 'none' } as const

/** The parts of the service that the endpoints of sessions need; each is requested when a request comes. */
export interface SessionParts {
  backOff(): BackOff
  /** The ways in which people can sign in. */
  ways(): SignInWays
  /** The address that mails come from; undefined without a mail server. */
  mail_from(): string | undefined
}

/** The dashboard's endpoints of sessions, and of the link with which a password is set. */
export const sessionEndpoints = ({ backOff, ways, mail_from }: SessionParts): Endpoint[] => [
  endpoint({
    ...OF_DASHBOARD,
    tag_description: 'Called only by the pages of the dashboard, with the session of a member.',
    door: 'open',
    operation_id: 'getSignInWays',
    method: 'GET',
    path: '/dashboard/api/sign-in',
    summary: 'Get the ways to sign in',
    description: 'What the sign-in page offers besides a password. It needs no session.',
    data: SignInWays,
    example: { single_sign_on: { name: 'Example login' }, passkey_host: 'quoin.example.com' },
    handle: async () => ways(),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'getSession',
    method: 'GET',
    path: '/dashboard/api/session',
    summary: 'Get the session',
    description: 'Who is signed in, in which organization, with which companies and which level.',
    data: Session,
    example: sessionExample,
    handle: (context) => getSession(context, mail_from()),
  }),
  endpoint({
    ...OF_DASHBOARD,
    // A member who may only read may still switch to read elsewhere.
    level: 'read',
    operation_id: 'switchOrganization',
    method: 'POST',
    path: '/dashboard/api/session/organization',
    summary: 'Switch to another organization',
    description: 'For a member of several organizations: from the next request on the session works in that one.',
    body: Type.Object({ organization_id: Type.String({ minLength: 1, maxLength: 255 }) }, { additionalProperties: false }),
    body_example: { organization_id: sessionExample.organization.id },
    data: Type.Object({ organization_id: Type.String() }, { additionalProperties: false }),
    example: { organization_id: sessionExample.organization.id },
    handle: (context, { body }) => switchOrganization(context, body.organization_id),
  }),
  endpoint({
    ...OF_DASHBOARD,
    // Everyone signs in with an address.
    level: 'read',
    operation_id: 'changeOwnEmail',
    method: 'PATCH',
    path: '/dashboard/api/session/email',
    summary: "Change one's own address",
    description:
      'Changes the address with which the caller signs in. It needs the current password; a wrong one counts as a failed sign-in. All other sessions of the caller end. Refused for a member of several organizations.',
    body: Type.Object({ email: Text(255), password: Type.String({ maxLength: 1_000 }) }, { additionalProperties: false }),
    body_example: { email: 'ada@example.org', password: 'correct horse battery' },
    data: Type.Object({ email: Type.String() }, { additionalProperties: false }),
    example: { email: 'ada@example.org' },
    errors: {
      400: ['password_wrong'],
      409: ['user_exists', 'password_missing', 'several_organizations'],
      429: ['too_many_attempts'],
    },
    handle: (context, { body }) => changeOwnEmail(context, body, backOff()),
  }),
  endpoint({
    ...OF_DASHBOARD,
    door: 'open',
    operation_id: 'getWelcome',
    method: 'GET',
    path: '/dashboard/api/welcome/:token',
    summary: 'Get the person of a one-time link',
    description:
      'The person whose password a one-time link sets. It needs no session. 404 for a link that was used, has expired, or ended because the member or its maker changed role or password or was removed.',
    data: Type.Object({ email: Type.String(), name: Type.String() }, { additionalProperties: false }),
    example: { email: 'ada@example.com', name: 'Ada Moreno' },
    async handle(context, { params }) {
      const link = await readPasswordLink(context, params.token, context.now_ms)
      if (!link) throw notFound()
      return { email: link.email, name: link.name }
    },
  }),
  endpoint({
    ...OF_DASHBOARD,
    door: 'open',
    operation_id: 'useWelcome',
    method: 'POST',
    path: '/dashboard/api/welcome/:token',
    summary: 'Set the password',
    description: `Sets the password of the person of a one-time link, ends all their sessions, and uses up the link. The password has ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters and is not one of the most common ones. A member of another organization joins with the password that they have.`,
    body: Type.Object({ password: Type.String({ maxLength: 1_000 }) }, { additionalProperties: false }),
    body_example: { password: 'correct horse battery' },
    data: Type.Object({ email: Type.String() }, { additionalProperties: false }),
    example: { email: 'ada@example.com' },
    errors: { 400: ['password_exists', 'password_common'], 429: ['too_many_attempts'] },
    handle: (context, { params, body }) =>
      attemptWithLink(
        context,
        backOff(),
        { token: params.token, password: body.password, address: context.ip_address, now_ms: context.now_ms },
        (prepared) => context.transaction((tx) => takeUpLink(tx, params.token, prepared, context.now_ms)),
      ),
  }),
]
