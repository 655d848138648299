// Two processes on one PostgreSQL, restarted one after the other while many write: callers who retry at the other one, as a balancer does,
// see no failure, and nothing is lost or done twice (docs/scaling.md).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINE } from './support/engine.ts'
import {
  Client,
  type HttpAnswer,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from './support/server-process.ts'

const WRITERS = 8
const RESTARTS = 4
/** Tries of one request before it counts as failed. */
const MOST_TRIES = 20
const PAUSE_MS = 25
/** Requests between two restarts. */
const REQUESTS_BETWEEN = 60

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

interface Place {
  server: ServerProcess
  client: Client
}

test(`${RESTARTS} restarts of two processes, one after the other, fail no request and lose nothing`, {
  skip: ENGINE === 'sqlite' && 'one file has one process',
  timeout: 120_000,
}, async (context) => {
  const folder = temporaryFolder()
  const { api_key, company_id } = await setUpWithCli(folder.path)
  const start = async (): Promise<Place> => {
    const server = await startServerProcess(folder.path)
    return { server, client: new Client(server.url, api_key) }
  }
  const places = await Promise.all([start(), start()])
  context.after(async () => {
    for (const { client } of places) client.close()
    await Promise.all(places.map(({ server }) => server.end('SIGKILL')))
    folder.remove()
  })

  const acknowledged: string[] = []
  const failures: string[] = []
  let repeated = 0
  let is_over = false

  /** Sends a write to one of the two, and to the other when it does not answer: the key makes it one write. */
  const send = async (number: number): Promise<HttpAnswer> => {
    const headers = { 'idempotency-key': `customer-${number}` }
    for (let tries = 1; ; tries++) {
      const { client } = places[(number + tries) % 2]!
      try {
        const answer = await client.call(
          'POST',
          `/v1/customers?company_id=${company_id}`,
          { name: `Customer ${number}` },
          headers,
        )
        // 409 says that the first try is still under way; 503 that the process is about to end.
        if ((answer.status !== 409 && answer.status !== 503) || tries === MOST_TRIES) return answer
      } catch (error) {
        if (tries === MOST_TRIES) throw error
      }
      repeated++
      await pause(PAUSE_MS)
    }
  }
  let next = 0
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!is_over) {
      const answer = await send(next++).catch((error: Error) => ({ status: 0, body: error.message }))
      if (answer.status === 201) acknowledged.push(answer.body.data.id)
      else failures.push(JSON.stringify(answer))
    }
  })

  for (let restart = 0; restart < RESTARTS; restart++) {
    const until = acknowledged.length + REQUESTS_BETWEEN
    while (acknowledged.length < until && failures.length === 0) await pause(10)
    const old = places[restart % 2]!
    assert.equal(await old.server.end('SIGTERM'), 0, old.server.logged())
    old.client.close()
    places[restart % 2] = await start()
  }
  is_over = true
  await Promise.all(writers)

  assert.deepEqual(failures, [])
  assert.equal(acknowledged.length, next)
  assert.equal(new Set(acknowledged).size, next)
  const { client } = places[0]!
  const customers = await client.all(`/v1/customers?company_id=${company_id}`, 'customers')
  assert.deepEqual(customers.map(({ id }) => id).sort(), [...acknowledged].sort())
  const created = (await client.events(company_id)).filter(({ type }) => type === 'customer.created')
  assert.equal(created.length, next)
  context.diagnostic(`${next} writes, of which ${repeated} tries had to be repeated`)
})
