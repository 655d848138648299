import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Deleted } from '../../http/schema.ts'
import { endOthers, endSession, listSessions } from './own-sessions.ts'
import { OwnSession, ownSessionExample } from './schema.ts'

// Each person's own, whatever their role.
const OF_DASHBOARD = { tag: 'Dashboard', door: 'session', company: 'none', level: 'read' } as const

/** The dashboard's endpoints of one's own sessions. */
export const ownSessionEndpoints: Endpoint[] = [
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'listSessions',
    method: 'GET',
    path: '/dashboard/api/sessions',
    summary: 'List your sessions',
    description: 'Where the caller is signed in, in all organizations, the last used first.',
    data: Type.Object({ sessions: Type.Array(OwnSession) }, { additionalProperties: false }),
    example: { sessions: [ownSessionExample] },
    handle: (context) => listSessions(context),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'endSession',
    method: 'DELETE',
    path: '/dashboard/api/sessions/:id',
    summary: 'Sign out elsewhere',
    description: 'Ends one of your sessions: it is refused from the next request on, whichever process gets it.',
    data: Deleted,
    example: { deleted: true },
    handle: (context, { params }) => endSession(context, params.id),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'endOtherSessions',
    method: 'POST',
    path: '/dashboard/api/sessions/end-others',
    summary: 'Sign out everywhere else',
    description: 'Ends all of your sessions except this one, and sign-ins that wait for a code.',
    body: Type.Object({}, { additionalProperties: false }),
    body_example: {},
    data: Type.Object({ ended: Type.Integer({ description: 'How many sessions ended.' }) }, { additionalProperties: false }),
    example: { ended: 2 },
    handle: (context) => endOthers(context),
  }),
]
