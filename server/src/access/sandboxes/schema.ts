import { type Static, Type } from 'typebox'
import { Nullable, Text } from '../../http/schema.ts'
import { timestamp } from '../../kernel/clock.ts'
import type { CompaniesTable } from '../companies/table.ts'
import { nowFor, todayFor } from '../companies/time.ts'

const MOST_ADDRESSES = 20
const LONGEST_ADDRESS = 254
/** The days that one request moves the clock by. */
export const MOST_DAYS = 366

const Addresses = (description: string) => Type.Array(Text(LONGEST_ADDRESS), { maxItems: MOST_ADDRESSES, description })

/** The clock of a company for trying things out. */
export const Sandbox = Type.Object(
  {
    company_id: Type.String(),
    now: Type.String({ format: 'date-time', description: 'What its clock shows. It also runs on its own.' }),
    today: Type.String({ format: 'date', description: 'The current day, in the time zone of the company.' }),
    advancing_to: Nullable(
      Type.String({ format: 'date-time', description: 'The moment the clock is moving to; null when it is not moving.' }),
    ),
    mail_to: Addresses(
      'The addresses that its mails may go to. Mails to other addresses count as sent, but do not leave the server.',
    ),
  },
  { title: 'Sandbox', additionalProperties: false },
)
export type Sandbox = Static<typeof Sandbox>

export const UpdateSandbox = Type.Object(
  { mail_to: Type.Optional(Addresses('The addresses that its mails may go to.')) },
  { title: 'UpdateSandbox', additionalProperties: false },
)
export type UpdateSandbox = Static<typeof UpdateSandbox>

export const AdvanceSandbox = Type.Object(
  {
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_DAYS, description: 'By so many days of 24 hours.' })),
    to: Type.Optional(
      Type.String({
        maxLength: 40,
        description: `Until this moment, as RFC 3339 with its offset, at most ${MOST_DAYS} days ahead; or until the start of this day (YYYY-MM-DD) of the company.`,
      }),
    ),
  },
  { title: 'AdvanceSandbox', additionalProperties: false },
)
export type AdvanceSandbox = Static<typeof AdvanceSandbox>

export const sandboxExample: Sandbox = {
  company_id: 'com_01kb3m8q5sxk2n4v7c9e1g3j5m',
  now: '2027-01-31T09:30:00.000Z',
  today: '2027-01-31',
  advancing_to: null,
  mail_to: ['dev@moreno.example'],
}

/** Shows a sandbox while the machine's clock shows `real_ms`. */
export const presentSandbox = (row: CompaniesTable, real_ms: number): Sandbox => ({
  company_id: row.id,
  now: timestamp(nowFor(row, real_ms)),
  today: todayFor(row, real_ms),
  advancing_to: row.sandbox_advances_to,
  mail_to: JSON.parse(row.sandbox_mail_to),
})
