// The rows that Quoin's create writes in addition to the invoice and its lines: events, counts and marks of the list, audit log. As many rows
// of the same size, one statement per table and commit. Nothing is computed as in Quoin: the hashes of the audit log are made up.
import { randomBytes } from 'node:crypto'
import { newId, randomDigits, sortableDigits } from '../server/src/kernel/ids.ts'
import { insertAll, type Run } from './bare-connection.ts'

/** An invoice that was created, and its JSON text. */
interface Created {
  id: string
  customer_id: string
  status: string
  text: string
}

/** The places of the new rows in the orders of their tables: of the first event, and of the first entry of the audit log. */
interface Places {
  event: number
  entry: number
}

export interface RowWriter {
  /** Takes places for so many. */
  takePlaces(count: number, now: string): Promise<Places>
  write(places: Places, invoices: readonly Created[], now: string): Promise<unknown>
}

const ADVANCE_EVENTS = `INSERT INTO event_heads (company_id, sequence, created_at) VALUES ($1, $2, $3) ON CONFLICT (company_id)
  DO UPDATE SET sequence = event_heads.sequence + excluded.sequence, created_at = excluded.created_at RETURNING sequence`
const ADVANCE_AUDIT = `INSERT INTO audit_heads (organization_id, sequence, hash) SELECT organization_id, $2, '' FROM companies WHERE id = $1
  ON CONFLICT (organization_id) DO UPDATE SET sequence = audit_heads.sequence + excluded.sequence RETURNING organization_id, sequence`
const SAVE_AUDIT = 'UPDATE audit_heads SET hash = $2 WHERE organization_id = $1'
const ADD_COUNTS = `INSERT INTO list_counts (company_id, list, filter, count, marks)
  SELECT $1, 'invoices', filter, count, 0 FROM unnest($2::text[], $3::bigint[]) n (filter, count)
  ON CONFLICT (company_id, list, filter) DO UPDATE SET count = list_counts.count + excluded.count`
/** The newest rows belong to the highest mark of each list that has any. */
const ADD_TO_MARKS = `UPDATE list_marks m SET count = m.count + n.count FROM unnest($2::text[], $3::bigint[]) n (filter, count)
  WHERE m.company_id = $1 AND m.list = 'invoices' AND m.filter = n.filter AND m.created_at = '~' AND m.id = '~'`

/** Writes the rows of creates on a connection, inside the transaction of the commit. */
export function createRowWriter(run: Run, company_id: string): RowWriter {
  let organization_id = ''
  return {
    async takePlaces(count, now) {
      const [[event], [head]] = await Promise.all([
        run(ADVANCE_EVENTS, [company_id, count, now]),
        run(ADVANCE_AUDIT, [company_id, count]),
      ])
      organization_id = head![0] as string
      return { event: (event![0] as number) - count + 1, entry: (head![1] as number) - count + 1 }
    },
    write({ event, entry }, invoices, now) {
      const counts = new Map<string, number>()
      for (const { status, customer_id } of invoices) {
        for (const filter of ['', `/${status}`, customer_id, `${customer_id}/${status}`]) {
          counts.set(filter, (counts.get(filter) ?? 0) + 1)
        }
      }
      const filters = [...counts.keys()].sort()
      const numbers = filters.map((filter) => counts.get(filter))
      const events = invoices.map(({ id, text }, index) => eventOf(company_id, event + index, id, text, now))
      const entries = invoices.map((_, index) => entryOf(organization_id, company_id, entry + index, now))
      return Promise.all([
        insertAll(run, 'events', events),
        run(ADD_COUNTS, [company_id, filters, numbers]),
        run(ADD_TO_MARKS, [company_id, filters, numbers]),
        insertAll(run, 'audit_log', entries),
        run(SAVE_AUDIT, [organization_id, entries.at(-1)!.hash]),
      ])
    },
  }
}

function eventOf(company_id: string, sequence: number, resource_id: string, data: string, now: string) {
  const id = `evt_${sortableDigits(sequence, 10)}${randomDigits(16)}`
  const row = { company_id, id, type: 'invoice.created', created_at: now, resource_type: 'invoice', resource_id, data }
  return { ...row, is_test: false, timeline: 0 }
}

function entryOf(organization_id: string, company_id: string, sequence: number, now: string) {
  return {
    organization_id,
    sequence,
    created_at: now,
    request_id: newId('request', Date.parse(now)),
    api_key_id: 'key_01kd0000000000000000000000',
    key_prefix: 'quoin_12345678',
    company_id,
    method: 'POST',
    path: '/v1/invoices',
    status: 201,
    duration_ms: 12,
    ip_address: '127.0.0.1',
    hash: randomBytes(32).toString('hex'),
  }
}
