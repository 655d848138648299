// A process that is killed after it has printed a document and before it has kept it: nothing is half kept, and the next reader prints it.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { select } from './support/fixtures.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

const PROGRAM = fileURLToPath(new URL('support/papers-process.ts', import.meta.url))

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

test('a kill between print and commit keeps nothing; from the first answer on the file is the same, after a restart too', async () => {
  const { data: customer } = await app.call('POST', '/v1/customers', { body: { name: 'Ada' } })
  const items = [{ name: 'Work', unit_price: 100 }]
  const { data: invoice } = await app.call('POST', '/v1/invoices', { body: { customer_id: customer.id, items } })
  await app.call('PATCH', `/v1/invoices/${invoice.id}`, { body: { status: 'sent' } })
  const args = [PROGRAM, JSON.stringify(app.settings), app.tenant.company_id, invoice.id]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  await once(child, 'exit')
  assert.equal(child.signalCode, 'SIGKILL')
  assert.deepEqual(await select(app, 'SELECT version FROM document_versions'), [])
  assert.equal((await app.call('GET', `/v1/invoices/${invoice.id}`)).data.document_version, 0)
  const path = `/v1/invoices/${invoice.id}/pdf`
  const { bytes } = await app.call('GET', path)
  assert.equal((await app.call('GET', `/v1/invoices/${invoice.id}`)).data.document_version, 1)
  const press = { print: () => Promise.reject(new Error('It is kept')) }
  const restarted = await startTestApp({ beside: app, press })
  try {
    assert.deepEqual((await restarted.call('GET', path)).bytes, bytes)
  } finally {
    await restarted.close()
  }
})
