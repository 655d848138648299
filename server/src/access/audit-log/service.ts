// The audit log: every request under /v1 and every change made in the dashboard, in one hash chain per organization.

import type { RequestRecord } from '../../http/request.ts'
import type { WriteTx } from '../../sql/database.ts'
import { GENESIS, hashOf } from './chain.ts'
import { insertEntries, lockHead, saveHead } from './repository.ts'
import type { AuditLogTable } from './table.ts'

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
    count: record.count ?? null,
    last_at: record.last_at ?? null,
  }
}
