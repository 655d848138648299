// Requests without a valid key, and requests beyond a limit: the first of a kind is a row of its own, further ones are counted.
// So strangers can only cause a bounded amount of memory and disk, whatever they send.
import { networkOf } from '../../http/refusal-limit.ts'
import type { RequestRecord } from '../../http/request.ts'

/** For so long a kind has had its own row; after that its next request has one again. */
const WINDOW_MS = 60 * 60 * 1000
/** Kinds of one chain and window, and how many of them one address may have. Further ones are counted together, by their status. */
const MOST_KINDS = 400
const MOST_KINDS_OF_ADDRESS = 250
/** Replaces methods, paths and addresses in a row that counts several kinds together. */
const ANY = '*'

export interface Counter {
  /** Whether the record becomes a row of its own; otherwise it has been counted. */
  isRow(record: RequestRecord): boolean
  /** Counts a record that there was no room for. */
  drop(record: RequestRecord): void
  /** Takes the counts: one row per counted kind. The rows are final; counting restarts at zero. */
  take(): RequestRecord[]
}

interface Kinds {
  window: number
  counts: Map<string, RequestRecord | undefined>
  of_address: Map<string, number>
}

/** Makes the counter. It takes the time from the records. */
export function createCounter(): Counter {
  const chains = new Map<string, Kinds>()
  const others = new Map<string, RequestRecord>()
  const ended: RequestRecord[] = []

  const kindsOf = ({ organization_id, created_at }: RequestRecord): Kinds => {
    const window = Math.floor(Date.parse(created_at) / WINDOW_MS)
    let kinds = chains.get(organization_id)
    // A request that started before the hour may end after it; a clock that was set back further starts a new window.
    if (kinds && (window === kinds.window || window === kinds.window - 1)) return kinds
    if (kinds) for (const counted of kinds.counts.values()) if (counted) ended.push(counted)
    kinds = { window, counts: new Map(), of_address: new Map() }
    chains.set(organization_id, kinds)
    return kinds
  }

  const countTogether = (record: RequestRecord) => {
    const name = `${record.organization_id} ${record.status}`
    others.set(name, counted(others.get(name), record, { ...record, method: ANY, path: ANY, ip_address: ANY, ...NOBODY }))
  }

  return {
    isRow(record) {
      if (!isCounted(record)) return true
      const { counts, of_address } = kindsOf(record)
      const address = networkOf(record.ip_address)
      const { key_prefix, user_id, method, status, route = ANY } = record
      const name = JSON.stringify([key_prefix, user_id, address, method, route, status])
      if (counts.has(name)) {
        counts.set(name, counted(counts.get(name), record, { ...record, path: route }))
        return false
      }
      const taken = of_address.get(address) ?? 0
      if (counts.size < MOST_KINDS && taken < MOST_KINDS_OF_ADDRESS) {
        counts.set(name, undefined)
        of_address.set(address, taken + 1)
        return true
      }
      countTogether(record)
      return false
    },
    drop: countTogether,
    take() {
      const rows = ended.splice(0)
      for (const { counts } of chains.values()) {
        for (const [name, one] of counts) {
          if (!one) continue
          rows.push(one)
          counts.set(name, undefined)
        }
      }
      rows.push(...others.values())
      others.clear()
      return rows
    },
  }
}

const NOBODY = { api_key_id: null, key_prefix: null, user_id: null, company_id: null } as const

/** Requests without a valid key or session have no organization; 401 and 429 are answered to callers that are known, too. */
function isCounted({ organization_id, status }: RequestRecord): boolean {
  return organization_id === '' || status === 401 || status === 429
}

/** The count so far plus one record; the first record determines the row's other fields. */
function counted(before: RequestRecord | undefined, { created_at }: RequestRecord, shape: RequestRecord): RequestRecord {
  if (!before) return { ...shape, user_agent: null, duration_ms: 0, count: 1, last_at: created_at }
  before.count!++
  if (created_at > before.last_at!) before.last_at = created_at
  return before
}
