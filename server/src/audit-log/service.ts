// The audit log: every request under /v1 and every change made in the dashboard, in one hash chain per organization.
import type { Database, WriteTx } from '../database/database.ts'
import type { AuditLogTable } from '../database/tables.ts'
import type { RequestRecord } from '../http/request.ts'
import { GENESIS, hashOf } from './chain.ts'
import { findHead, insertEntries, listChains, listEntriesAfter, lockHead, saveHead } from './repository.ts'

/** How long the row of a read or a refusal may wait in memory (decisions.md, section 10). */
const BUFFERED_MS = 250
/** Rows buffered at most; when they come in faster, writing starts at once. */
const BUFFERED_ROWS = 2_000
const ROWS_READ_AT_ONCE = 1_000

/** Appends records to their organizations' chains, in order. Called once before each commit with all records of the commit. */
export async function appendEntries(tx: WriteTx, records: readonly RequestRecord[]): Promise<void> {
  const chains = new Map<RequestRecord['organization_id'], RequestRecord[]>()
  for (const record of records) {
    const chain = chains.get(record.organization_id)
    if (chain) chain.push(record)
    else chains.set(record.organization_id, [record])
  }
  // In one order everywhere: two transactions that append to the same chains wait for each other, and never in a ring.
  for (const [organization_id, chain] of [...chains].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const head = await lockHead(tx, organization_id, GENESIS)
    let { sequence, hash } = head
    const rows: AuditLogTable[] = []
    for (const record of chain) {
      const row = rowOf(record, ++sequence)
      hash = hashOf(hash, row)
      row.hash = hash
      rows.push(row)
    }
    await insertEntries(tx, rows)
    await saveHead(tx, organization_id, sequence, hash)
  }
}

function rowOf(record: RequestRecord, sequence: number): AuditLogTable {
  return {
    organization_id: record.organization_id,
    sequence,
    created_at: record.created_at,
    request_id: record.request_id,
    api_key_id: record.api_key_id,
    key_prefix: record.key_prefix,
    company_id: record.company_id,
    method: record.method,
    path: record.path,
    status: record.status,
    duration_ms: record.duration_ms,
    ip_address: record.ip_address,
    user_agent: record.user_agent,
    hash: '',
    user_id: record.user_id,
  }
}

/** Rows of reads and refusals on their way into the log, and times of use on their way to their keys. */
export interface AuditBuffer {
  add(record: RequestRecord): void
  /** Writes what is waiting; resolves to whether it is durable now. A clean stop asks. */
  flush(): Promise<boolean>
}

/**
 * Makes the buffer. `also` is what each flush's transaction writes besides (when keys were last used): `hasMore` says whether there is
 * something, `written` is called once it is durable. `onError` is told when a flush fails; the rows stay and are tried again.
 */
export function createAuditBuffer(
  database: Database,
  also: { hasMore(): boolean; write(tx: WriteTx): Promise<void>; written(): void },
  onError: (error: unknown) => void,
): AuditBuffer & { wake(): void } {
  let waiting: RequestRecord[] = []
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<boolean> = Promise.resolve(true)

  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    const records = waiting
    if (records.length === 0 && !also.hasMore()) return true
    waiting = []
    try {
      await database.write(async (tx) => {
        await also.write(tx)
        for (const record of records) tx.defer(record)
      })
      also.written()
      return true
    } catch (error) {
      waiting = records.concat(waiting)
      onError(error)
      wake()
      return false
    }
  }
  const flush = () => {
    flushing = flushing.then(write)
    return flushing
  }
  const wake = () => {
    timer ??= setTimeout(flush, BUFFERED_MS)
  }
  return {
    add(record) {
      waiting.push(record)
      if (waiting.length >= BUFFERED_ROWS && timer) void flush()
      else wake()
    },
    flush,
    wake,
  }
}

/** What the check of a chain found. `problem` is undefined for a whole one. */
export interface ChainReport {
  organization_id: string
  entries: number
  head: string
  problem?: string
}

/**
 * Checks every chain and names the first row at fault: changed, removed, swapped, or cut off at the end. Heads should be kept outside
 * of the database too: whoever can rewrite the whole log can compute a new chain as well.
 */
export function verifyAuditLog(database: Database): Promise<ChainReport[]> {
  return database.read(async (tx) => {
    const reports: ChainReport[] = []
    for (const organization_id of await listChains(tx)) {
      let sequence = 0
      let hash = GENESIS
      let problem: string | undefined
      for (;;) {
        const rows = await listEntriesAfter(tx, organization_id, sequence, ROWS_READ_AT_ONCE)
        for (const row of rows) {
          problem = faultOf(row, sequence, hash)
          if (problem) break
          sequence = row.sequence
          hash = row.hash
        }
        if (problem || rows.length < ROWS_READ_AT_ONCE) break
      }
      problem ??= faultOfHead(await findHead(tx, organization_id), sequence, hash)
      reports.push({ organization_id, entries: sequence, head: hash, ...(problem ? { problem } : {}) })
    }
    return reports
  })
}

function faultOf(row: AuditLogTable, previous_sequence: number, previous_hash: string): string | undefined {
  if (row.sequence !== previous_sequence + 1) {
    const last = row.sequence - 1
    return last === previous_sequence + 1
      ? `entry ${last} was removed`
      : `entries ${previous_sequence + 1} to ${last} were removed`
  }
  if (hashOf(previous_hash, row) !== row.hash) return `entry ${row.sequence} was changed, or swapped with another`
  return undefined
}

function faultOfHead(head: { sequence: number; hash: string } | undefined, sequence: number, hash: string): string | undefined {
  if (!head) return `the head of the chain was removed after entry ${sequence}`
  if (head.sequence > sequence) return `entries ${sequence + 1} to ${head.sequence} were cut off at the end`
  if (head.sequence < sequence || head.hash !== hash) return `the head of the chain does not fit entry ${sequence}`
  return undefined
}
