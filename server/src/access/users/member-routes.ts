import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Deleted, Name, Text } from '../../http/schema.ts'
import {
  changeRole,
  createMember,
  createMemberLink,
  listMembers,
  type MemberTies,
  removeMember,
  renameOrganization,
  renameSelf,
} from './members.ts'
import { Member, memberExample, Role } from './schema.ts'

const OF_DASHBOARD = { tag: 'Dashboard', door: 'session', company: 'none', level: 'admin' } as const
const Link = Type.String({ description: 'A one-time link for setting the password, within seven days. It is shown this once.' })
const linkExample = 'https://quoin.example.com/welcome/8Zr0…'

const RevokeKeys = Type.Optional(
  Type.Boolean({
    description:
      'Whether the API keys that the member made end. Required if there are such keys and the member is removed or gets a lower role.',
  }),
)

/** The dashboard's endpoints of members. */
export const memberEndpoints = (ties: MemberTies): Endpoint[] => [
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'listMembers',
    method: 'GET',
    path: '/dashboard/api/members',
    summary: 'List members',
    description: 'The members of the organization with their roles, oldest first.',
    data: Type.Object({ members: Type.Array(Member) }, { additionalProperties: false }),
    example: { members: [memberExample] },
    handle: (context) => listMembers(context),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'createMember',
    method: 'POST',
    path: '/dashboard/api/members',
    summary: 'Add a member',
    description: 'Adds a member and gives the link by which they set a password. Only an owner makes another owner.',
    body: Type.Object({ name: Name(), email: Text(255), role: Role }, { additionalProperties: false }),
    body_example: { name: 'Grace Okafor', email: 'grace@example.com', role: 'member' },
    status: 201,
    is_answer_secret: true,
    data: Type.Object({ member: Member, link: Link }, { additionalProperties: false }),
    example: { member: { ...memberExample, role: 'member', has_password: false }, link: linkExample },
    errors: { 403: ['owner_required'], 409: ['user_exists'] },
    handle: (context, { body }) => createMember(context, body, ties),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'updateMember',
    method: 'PATCH',
    path: '/dashboard/api/members/:id',
    summary: "Change a member's role",
    description:
      "Applies from the member's next request on. One-time links that the member made, or that were made for them, end. A lower role needs `revoke_keys` if the member made API keys that still work; keys that stay keep their level. Only an owner changes or makes an owner; the last owner can't be changed.",
    body: Type.Object({ role: Role, revoke_keys: RevokeKeys }, { additionalProperties: false }),
    body_example: { role: 'admin' },
    data: Member,
    example: { ...memberExample, role: 'admin' },
    errors: { 403: ['owner_required'], 409: ['last_owner', 'api_keys_undecided'] },
    handle: (context, { params, body }) => changeRole(context, params.id, body, ties),
  }),
  endpoint({
    ...OF_DASHBOARD,
    // Members who may only read may change their name, too.
    level: 'read',
    operation_id: 'renameSelf',
    method: 'PATCH',
    path: '/dashboard/api/session/user',
    summary: "Change one's own name",
    description: 'The name that colleagues see in this organization. The email address does not change.',
    body: Type.Object({ name: Name() }, { additionalProperties: false }),
    body_example: { name: 'Ada Moreno' },
    data: Member,
    example: memberExample,
    handle: (context, { body }) => renameSelf(context, body.name),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'renameOrganization',
    method: 'PATCH',
    path: '/dashboard/api/organization',
    summary: 'Change the name of the organization',
    description: 'As its members see it. Only an owner changes it.',
    body: Type.Object({ name: Name() }, { additionalProperties: false }),
    body_example: { name: 'Moreno Studio' },
    data: Type.Object({ id: Type.String(), name: Type.String() }, { additionalProperties: false }),
    example: { id: 'org_01kb3m8q5sa4c7e2g9j5m1p8rt', name: 'Moreno Studio' },
    errors: { 403: ['owner_required'] },
    handle: (context, { body }) => renameOrganization(context, body.name),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'createMemberLink',
    method: 'POST',
    path: '/dashboard/api/members/:id/link',
    summary: "Make a link for a member's password",
    description:
      'For a member who has not set a password yet, or has forgotten it. Earlier links of the member end. The link ends when the member or its maker changes role or password, or is removed.',
    body: Type.Object({}, { additionalProperties: false }),
    body_example: {},
    status: 201,
    is_answer_secret: true,
    data: Type.Object({ link: Link }, { additionalProperties: false }),
    example: { link: linkExample },
    errors: { 403: ['owner_required'] },
    handle: (context, { params }) => createMemberLink(context, params.id, ties),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'removeMember',
    method: 'DELETE',
    path: '/dashboard/api/members/:id',
    summary: 'Remove a member',
    description:
      "The member is refused from the next request on, and one-time links that they made end. Their past actions still name them. If they made API keys that still work, `revoke_keys` says whether those end. The last owner can't be removed.",
    query: Type.Object({ revoke_keys: RevokeKeys }, { additionalProperties: false }),
    data: Deleted,
    example: { deleted: true },
    errors: { 403: ['owner_required'], 409: ['last_owner', 'api_keys_undecided'] },
    handle: (context, { params, query }) => removeMember(context, params.id, query.revoke_keys, ties),
  }),
]
