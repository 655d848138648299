// kill -9 in a write storm, 20 times: acknowledged writes are there, complete, with their events; uncertain ones exist once after a retry.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client, runCli, setUpWithCli, startServerProcess, temporaryFolder } from './support/server-process.ts'

const CYCLES = process.env['QUOIN_TEST_LONG'] ? 200 : 20
const WRITERS = 8
const SHORTEST_STORM_MS = 100
const LONGEST_STORM_MS = 400

interface Sent {
  key: string
  path: string
  method: 'POST' | 'PATCH' | 'DELETE'
  body?: object
}

/** The storm's knowledge: invoices by id as last acknowledged, deleted ones, and uncertain ones. */
class Ledger {
  readonly living = new Map<string, { notes: string; invoice_number: string }>()
  readonly deleted = new Set<string>()
  /** Writes without an answer, and the invoices that they may have changed. */
  readonly in_doubt: Sent[] = []
  readonly doubtful = new Set<string>()
  acknowledged = 0
}

test(`${CYCLES} kills in a write storm lose no acknowledged write`, async (context) => {
  const seed = Number(process.env['QUOIN_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  context.diagnostic(`seed ${seed}`)
  const random = randomFrom(seed)
  const folder = temporaryFolder()
  const setup = await setUpWithCli(folder.path)
  const q = `company_id=${setup.company_id}`
  const ledger = new Ledger()
  let customer_id: string | undefined
  let interrupted = 0
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    const server = await startServerProcess(folder.path)
    const client = new Client(server.url, setup.api_key)
    customer_id ??= (await client.call('POST', `/v1/customers?${q}`, { name: 'C' })).body.data.id as string
    await settleDoubts(client, ledger)
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      storm(client, ledger, q, customer_id!, `${cycle}-${writer}`, random),
    )
    await new Promise((resolve) => setTimeout(resolve, SHORTEST_STORM_MS + random() * (LONGEST_STORM_MS - SHORTEST_STORM_MS)))
    assert.equal(await server.end('SIGKILL'), 'SIGKILL')
    await Promise.all(writers)
    if (ledger.in_doubt.length > 0) interrupted++
    client.close()
  }
  const server = await startServerProcess(folder.path)
  const client = new Client(server.url, setup.api_key)
  await settleDoubts(client, ledger)
  await verify(client, ledger, setup.company_id)
  client.close()
  assert.equal(await server.end('SIGTERM'), 0)
  const audit = await runCli(folder.path, 'audit', 'verify', '--json')
  assert.equal(JSON.parse(audit.stdout).is_whole, true, audit.stdout)
  folder.remove()
  // A storm that no kill interrupted would have shown nothing.
  assert.ok(interrupted >= CYCLES / 2, `only ${interrupted} kills fell into a write`)
  assert.ok(ledger.acknowledged > CYCLES * 10)
  context.diagnostic(`${ledger.acknowledged} acknowledged writes, ${interrupted} kills in the middle of one`)
})

/** One writer: creates, changes and deletes invoices until the server is gone. */
async function storm(
  client: Client,
  ledger: Ledger,
  q: string,
  customer_id: string,
  name: string,
  random: () => number,
): Promise<void> {
  const own: string[] = []
  for (let count = 0; ; count++) {
    const key = `${name}-${count}`
    const dice = random()
    const target = own[Math.floor(random() * own.length)]
    let sent: Sent
    if (target === undefined || dice < 0.6) {
      const body = { customer_id, notes: key, issue_date: '2026-03-03', items: [{ name: 'x', quantity: 3, unit_price: 1.1 }] }
      sent = { key, method: 'POST', path: `/v1/invoices?${q}`, body }
    } else if (dice < 0.9) {
      sent = { key, method: 'PATCH', path: `/v1/invoices/${target}?${q}`, body: { notes: key } }
    } else {
      sent = { key, method: 'DELETE', path: `/v1/invoices/${target}?${q}` }
    }
    try {
      await send(client, ledger, sent)
      const made = [...ledger.living].find(([, invoice]) => invoice.notes === key)?.[0]
      if (sent.method === 'POST' && made) own.push(made)
      if (sent.method === 'DELETE') own.splice(own.indexOf(target!), 1)
    } catch {
      ledger.in_doubt.push(sent)
      const id = idIn(sent.path)
      if (id) ledger.doubtful.add(id)
      return
    }
  }
}

/** Sends a write and enters its answer in the ledger. Throws when the answer did not arrive whole. */
async function send(client: Client, ledger: Ledger, sent: Sent): Promise<void> {
  const headers: Record<string, string> = sent.method === 'DELETE' ? {} : { 'idempotency-key': sent.key }
  const { status, body } = await client.call(sent.method, sent.path, sent.body, headers)
  const id = sent.method === 'POST' ? body.data?.id : idIn(sent.path)
  if (sent.method === 'DELETE') {
    // A repeated delete finds nothing left: the first one was done.
    assert.ok(status === 200 || status === 404, JSON.stringify(body))
    ledger.living.delete(id)
    ledger.deleted.add(id)
  } else {
    assert.ok(status === 200 || status === 201, JSON.stringify(body))
    ledger.living.set(id, { notes: body.data.notes, invoice_number: body.data.invoice_number })
  }
  ledger.acknowledged++
}

function idIn(path: string): string | undefined {
  return /\/invoices\/(inv_[0-9a-z]+)/.exec(path)?.[1]
}

/** Repeats uncertain requests, under the same keys. */
async function settleDoubts(client: Client, ledger: Ledger): Promise<void> {
  for (const sent of ledger.in_doubt.splice(0)) await send(client, ledger, sent)
  ledger.doubtful.clear()
}

/** Compares the whole service with the ledger: objects, numbers, totals, and events with changes one to one. */
async function verify(client: Client, ledger: Ledger, company_id: string): Promise<void> {
  const invoices = await client.all(`/v1/invoices?company_id=${company_id}`, 'invoices')
  assert.deepEqual(
    new Map(invoices.map((invoice) => [invoice.id, { notes: invoice.notes, invoice_number: invoice.invoice_number }])),
    new Map([...ledger.living].sort(([a], [b]) => (a < b ? 1 : -1))),
  )
  for (const invoice of invoices) assert.deepEqual([invoice.subtotal, invoice.total, invoice.amount_due], [3.3, 3.3, 3.3])
  const events = await client.events(company_id)
  const created = events.filter((event) => event.type === 'invoice.created')
  const numbers = created.map((event) => event.data.invoice_number).sort()
  assert.deepEqual(
    numbers,
    numbers.map((_, index) => `INV-2026-${String(index + 1).padStart(6, '0')}`),
    'numbers have no hole and none is there twice',
  )
  assert.equal(created.length, ledger.living.size + ledger.deleted.size)
  const last = new Map(events.filter((event) => event.resource_type === 'invoice').map((event) => [event.resource_id, event]))
  for (const [id, { notes }] of ledger.living) assert.equal(last.get(id)?.data.notes, notes)
  for (const id of ledger.deleted) assert.equal(last.get(id)?.type, 'invoice.deleted')
  const some = invoices.filter((_, index) => index % 50 === 0)
  for (const { id } of some) {
    const { body } = await client.call('GET', `/v1/invoices/${id}?company_id=${company_id}`)
    assert.equal(body.data.items.length, 1)
  }
}

/** A small generator of random numbers from 0 to 1 that a seed repeats (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
