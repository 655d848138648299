import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Deleted, Name } from '../../http/schema.ts'
import { deletePasskey, listPasskeys, renamePasskey } from './passkeys.ts'
import { Passkey, passkeyExample } from './schema.ts'

// Each person's own, whatever their role.
const OF_DASHBOARD = { tag: 'Dashboard', door: 'session', company: 'none', level: 'read' } as const

/** The dashboard's endpoints of passkeys. */
export const passkeyEndpoints: Endpoint[] = [
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'listPasskeys',
    method: 'GET',
    path: '/dashboard/api/passkeys',
    summary: 'List your passkeys',
    description: 'With what the caller signs in instead of a password, the oldest first.',
    data: Type.Object({ passkeys: Type.Array(Passkey) }, { additionalProperties: false }),
    example: { passkeys: [passkeyExample] },
    handle: (context) => listPasskeys(context),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'renamePasskey',
    method: 'PATCH',
    path: '/dashboard/api/passkeys/:id',
    summary: 'Rename a passkey',
    description: 'Gives one of the caller another name, by which it is told from the others.',
    body: Type.Object({ name: Name() }, { additionalProperties: false }),
    body_example: { name: 'Work laptop' },
    data: Passkey,
    example: { ...passkeyExample, name: 'Work laptop' },
    handle: (context, { params, body }) => renamePasskey(context, params.id, body.name),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'deletePasskey',
    method: 'DELETE',
    path: '/dashboard/api/passkeys/:id',
    summary: 'Remove a passkey',
    description: 'Nobody signs in with it any more; sessions that were begun with it go on.',
    data: Deleted,
    example: { deleted: true },
    handle: (context, { params }) => deletePasskey(context, params.id),
  }),
]
