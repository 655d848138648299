// The buffer of audit rows and times of use: what a failed commit must not lose.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../../engines/open.ts'
import type { RequestRecord } from '../../http/request.ts'
import { createAuditBuffer } from './buffer.ts'
import { appendEntries } from './service.ts'
import { verifyAuditLog } from './verify.ts'

const record = (path: string): RequestRecord => ({
  organization_id: 'org_1' as RequestRecord['organization_id'],
  created_at: '2026-06-15T10:00:00.000Z',
  request_id: 'req_1',
  api_key_id: null,
  key_prefix: null,
  company_id: null,
  method: 'GET',
  path,
  status: 200,
  duration_ms: 1,
  ip_address: '127.0.0.1',
  user_agent: null,
  user_id: null,
})

test('a flush whose commit fails says so and keeps everything; the next one writes it, in order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-audit-'))
  const { database } = await openDatabase({ data_dir: folder }, assert.ifError)
  let is_broken = true
  database.atCommit(async (tx, records) => {
    if (is_broken) throw new Error('the disk')
    await appendEntries(tx, records as RequestRecord[])
  })
  const errors: unknown[] = []
  let written = 0
  const also = { hasMore: () => written === 0, write: async () => {}, written: () => void written++ }
  const buffer = createAuditBuffer(database, also, (error) => errors.push(error))
  buffer.add(record('/v1/a'))
  buffer.add(record('/v1/b'))
  assert.equal(await buffer.flush(), false)
  assert.deepEqual([errors.length, written], [1, 0])
  is_broken = false
  assert.equal(await buffer.flush(), true)
  assert.equal(written, 1)
  const select = { sql: 'SELECT path FROM audit_log ORDER BY sequence', returns_rows: true }
  const { rows } = await database.readOne((tx) => tx.execute(select, []))
  assert.deepEqual(rows, [{ path: '/v1/a' }, { path: '/v1/b' }])
  assert.deepEqual(
    (await verifyAuditLog(database)).map(({ entries, problem }) => [entries, problem]),
    [[2, undefined]],
  )
  assert.equal(await buffer.flush(), true, 'with nothing to write there is nothing to fail')
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a row that comes in during a commit waits its own time, for others that share the next one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-audit-'))
  const { database } = await openDatabase({ data_dir: folder }, assert.ifError)
  const also = { hasMore: () => false, write: async () => {}, written: () => {} }
  const buffer = createAuditBuffer(database, also, assert.ifError)
  const commits: number[] = []
  database.atCommit(async (tx, records) => {
    commits.push(records.length)
    await appendEntries(tx, records as RequestRecord[])
    if (commits.length === 1) for (let count = 0; count < 3; count++) buffer.add(record('/v1/meanwhile'))
  })
  buffer.add(record('/v1/first'))
  assert.equal(await buffer.flush(), true)
  assert.equal(commits.length, 1)
  assert.equal(await buffer.flush(), true)
  assert.equal(commits.length, 2)
  const [log] = await verifyAuditLog(database)
  assert.deepEqual([log!.entries, log!.problem], [4, undefined])
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

test('while the database can not be written memory is bounded, one failure a minute is told, and what found no room is counted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-audit-'))
  const { database } = await openDatabase({ data_dir: folder }, assert.ifError)
  let is_broken = true
  database.atCommit(async (tx, records) => {
    if (is_broken) throw new Error('the disk')
    await appendEntries(tx, records as RequestRecord[])
  })
  const errors: unknown[] = []
  const also = { hasMore: () => false, write: async () => {}, written: () => {} }
  const buffer = createAuditBuffer(database, also, (error) => errors.push(error))
  const read = record('/v1/invoices')
  for (let count = 0; count < 30_000; count++) buffer.add(read)
  for (let tries = 0; tries < 5; tries++) assert.equal(await buffer.flush(), false)
  assert.equal(errors.length, 1)
  is_broken = false
  assert.equal(await buffer.flush(), true)
  const select = { sql: 'SELECT method, path, count FROM audit_log ORDER BY sequence', returns_rows: true }
  const rows = (await database.readOne((tx) => tx.execute(select, []))).rows as { count: number | null }[]
  assert.equal(rows.length, 20_001)
  assert.deepEqual(rows.at(-1), { method: '*', path: '*', count: 10_000 })
  for (const { problem } of await verifyAuditLog(database)) assert.equal(problem, undefined)
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})
