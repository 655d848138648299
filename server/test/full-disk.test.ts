// What is new on a full disk: credit notes, refunds and e-invoices that can't be kept are 503 and change nothing, and reads go on.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { needs_sqlite } from './support/engine.ts'
import { Client, type MadeSetup, runCli, type ServerProcess, setUpWithCli, startServerProcess } from './support/server-process.ts'
import { makeSmallDisk, type SmallDisk, withoutSmallDisk } from './support/small-disk.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by tests
type Json = any

describe('on a full disk', { skip: needs_sqlite || withoutSmallDisk() }, () => {
  let disk: SmallDisk
  let folder: string
  let setup: MadeSetup
  let server: ServerProcess
  let client: Client

  before(async () => {
    disk = makeSmallDisk(8)
    folder = `${disk.path}/data`
    setup = await setUpWithCli(folder)
    server = await startServerProcess(folder)
    client = new Client(server.url, setup.api_key)
  })
  after(async () => {
    client?.close()
    await server?.end('SIGTERM')
    disk?.remove()
  })

  const call = (method: string, path: string, body?: object) =>
    client.call(method, `${path}${path.includes('?') ? '&' : '?'}company_id=${setup.company_id}`, body)
  const done = async (method: string, path: string, body?: object): Promise<Json> => {
    const answer = await call(method, path, body)
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body.data
  }
  const bytesOf = async (path: string) => {
    const headers = { authorization: `Bearer ${setup.api_key}` }
    const answer = await fetch(`${server.url}${path}${path.includes('?') ? '&' : '?'}company_id=${setup.company_id}`, { headers })
    return { status: answer.status, retry_after: answer.headers.get('retry-after'), text: await answer.text() }
  }

  test('crediting, paying back and a new Factur-X are 503 and change nothing; what is there is read', async () => {
    await done('PATCH', `/v1/companies/${setup.company_id}`, { legal_name: 'A', country: 'DE', legal_vat: 'DE123456789' })
    const customer_id = (await done('POST', '/v1/customers', { name: 'C', country: 'DE' })).id
    const items = [{ name: 'x', quantity: 2_000, unit_price: 1, tax_rate: 19 }]
    const invoice = await done('POST', '/v1/invoices', { customer_id, items, currency: 'EUR' })
    const path = `/v1/invoices/${invoice.id}`
    await done('PATCH', path, { status: 'paid' })
    const credit = { invoice_id: invoice.id, items: [{ item_id: invoice.items[0].id, quantity: 1 }], reason: 'r'.repeat(2_000) }
    const note = await done('POST', '/v1/credit-notes', credit)
    const free = disk.fill()
    let made = 1
    let answer = await call('POST', '/v1/credit-notes', credit)
    // What fits into space that files already have is still written.
    for (; answer.status === 201 && made < 1_900; made++) answer = await call('POST', '/v1/credit-notes', credit)
    const assertRefused = ({ status, body, headers }: Json) => {
      assert.deepEqual([status, body.code], [503, 'unavailable'], JSON.stringify(body))
      assert.ok(Number(headers['retry-after']) >= 1)
    }
    assertRefused(answer)
    const state = async () => [
      await done('GET', path),
      await done('GET', `/v1/credit-notes?invoice_id=${invoice.id}&limit=5`),
      await done('GET', `/v1/credit-notes/${note.id}/refunds`),
      (await done('GET', '/v1/events?limit=1')).events[0].id,
    ]
    const before_it = await state()
    assert.equal(before_it[0].amount_credited, Number((made * 1.19).toFixed(2)))
    assertRefused(await call('POST', '/v1/credit-notes', credit))
    assertRefused(await call('POST', `/v1/credit-notes/${note.id}/refunds`, { amount: 1, reference: 'r'.repeat(250) }))
    const pdf = await bytesOf(`${path}/pdf?format=facturx`)
    assert.deepEqual([pdf.status, JSON.parse(pdf.text).code], [503, 'unavailable'])
    assert.ok(Number(pdf.retry_after) >= 1)
    for (const format of ['ubl', 'cii'])
      assert.equal((await bytesOf(`/v1/credit-notes/${note.id}/xml?format=${format}`)).status, 200)
    assert.equal((await call('GET', `/v1/credit-notes/${note.id}/e-invoice`)).status, 200)
    const preview = await call('POST', '/v1/credit-notes/preview', credit)
    assert.ok([200, 503].includes(preview.status), JSON.stringify(preview.body))
    const checked = await fetch(`${server.url}/v1/e-invoices/check?company_id=${setup.company_id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${setup.api_key}`, 'content-type': 'application/xml' },
      body: '<a/>',
    })
    assert.equal(checked.status, 400)
    assert.deepEqual(await state(), before_it)

    free()
    for (let tries = 0; answer.status !== 201 && tries < 200; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      answer = await call('POST', '/v1/credit-notes', credit)
    }
    assert.equal(answer.body.data.credit_note_number.slice(-6), String(made + 1).padStart(6, '0'), 'no number is left out')
    assert.equal((await bytesOf(`${path}/pdf?format=facturx`)).status, 200)
    const { stdout } = await runCli(folder, 'figures', 'verify', '--json')
    assert.equal(JSON.parse(stdout).is_right, true, stdout)
  })
})
