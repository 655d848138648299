import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { AdvanceSandbox, Sandbox, sandboxExample, UpdateSandbox } from './schema.ts'
import { advanceSandbox, getSandbox, updateSandbox } from './service.ts'

const OF_SANDBOX = { tag: 'Sandbox', path: '/v1/sandbox', data: Sandbox, example: sandboxExample } as const

/** The endpoints of a sandbox. `job` moves its clock. */
export const sandboxEndpoints = (job: () => JobKind<null>): Endpoint[] => [
  endpoint({
    ...OF_SANDBOX,
    operation_id: 'getSandbox',
    method: 'GET',
    tag_description:
      'A company for trying things out, made with `quoin companies create --sandbox` or in the dashboard. Its clock can be moved; its documents are marked as samples.',
    summary: 'Get the clock',
    description: 'What the clock of a sandbox shows, and which addresses its mails may go to.',
    errors: { 409: ['not_a_sandbox'] },
    handle: (context) => getSandbox(context),
  }),
  endpoint({
    ...OF_SANDBOX,
    operation_id: 'updateSandbox',
    method: 'PATCH',
    summary: 'Change where mails go',
    description: 'Mails to other addresses are stored and count as sent, but do not leave the service.',
    body: UpdateSandbox,
    body_example: { mail_to: ['dev@moreno.example'] },
    errors: { 409: ['not_a_sandbox'] },
    handle: (context, { body }) => updateSandbox(context, body),
  }),
  endpoint({
    ...OF_SANDBOX,
    operation_id: 'advanceSandbox',
    method: 'POST',
    path: '/v1/sandbox/advance',
    summary: 'Move the clock',
    description:
      'Moves the clock of a sandbox forward, day by day: everything due in between happens at its time and in order, with its events, mails and retries. `advancing_to` is null once the clock is there.',
    body: AdvanceSandbox,
    body_example: { days: 30 },
    status: 202,
    example: { ...sandboxExample, advancing_to: '2027-03-02T09:30:00.000Z' },
    errors: { 409: ['not_a_sandbox', 'sandbox_advancing'] },
    handle: (context, { body }) => advanceSandbox(context, body, job()),
  }),
]
