// A client that goes away while its write is under way.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { startTestApp } from './support/test-app.ts'

const settle = (delay_ms: number) => new Promise((resolve) => setTimeout(resolve, delay_ms))

test('a write whose client has gone is done and recorded with its address, and fails no other write of the same commit', {
  timeout: 20_000,
}, async () => {
  const app = await startTestApp()
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.server.address() as { port: number }
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // Holds the writer until both requests wait for the same commit and the first client is gone.
  const holding = app.database.write(() => held, app.tenant.company_id)
  const body = JSON.stringify({ name: 'Gone' })
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST /v1/customers?company_id=${app.tenant.company_id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${app.tenant.keys.write}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  await settle(50)
  const other = app.call('POST', '/v1/customers', { body: { name: 'Stays' } })
  socket.destroy()
  await settle(50)
  release()
  await holding
  assert.equal((await other).status, 201)
  const { data } = await app.call('GET', '/v1/customers')
  assert.deepEqual(data.customers.map((customer: { name: string }) => customer.name).sort(), ['Gone', 'Stays'])
  await app.flush()
  const prepared = { sql: "SELECT ip_address FROM audit_log WHERE method = 'POST'", returns_rows: true }
  const { rows } = await app.database.readOne((tx) => tx.execute(prepared, []))
  assert.deepEqual(rows, [{ ip_address: '127.0.0.1' }, { ip_address: '127.0.0.1' }])
  await app.close()
})

test('a read whose client goes away is recorded all the same, once', { timeout: 20_000 }, async (context) => {
  const app = await startTestApp()
  // Whatever becomes of it: connections would keep the process from ending.
  context.after(() => app.close())
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.server.address() as { port: number }
  let received = 0
  app.server.server.on('request', () => received++)
  const read = (delay_ms: number) =>
    new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        const head = `Host: x\r\nAuthorization: Bearer ${app.tenant.keys.read}\r\n\r\n`
        socket.write(`GET /v1/customers?company_id=${app.tenant.company_id} HTTP/1.1\r\n${head}`)
        setTimeout(() => socket.resetAndDestroy(), delay_ms)
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve())
    })
  await Promise.all(Array.from({ length: 60 }, (_, index) => read(index / 8)))
  const prepared = { sql: "SELECT status FROM audit_log WHERE path = '/v1/customers'", returns_rows: true }
  let rows: unknown[] = []
  // Requests of clients that disconnected may still be running.
  for (let tries = 0; tries < 50 && (received === 0 || rows.length < received); tries++) {
    await settle(100)
    await app.flush()
    rows = (await app.database.readOne((tx) => tx.execute(prepared, []))).rows
  }
  assert.ok(received > 0)
  assert.deepEqual(
    rows,
    Array.from({ length: received }, () => ({ status: 200 })),
  )
})
