// Following events of the real server: by the stream and without it, over connections that break and a server that is started again.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type MadeSetup,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from '../../server/test/support/server-process.ts'
import { createQuoin, type FollowOptions, type FollowState, type Quoin, type StoredEvent } from '../src/index.ts'
import { type FlakyProxy, startFlakyProxy } from './support/flaky-proxy.ts'

const folder = temporaryFolder()
let setup: MadeSetup
let server: ServerProcess
let proxy: FlakyProxy
/** Straight to the server. */
let quoin: Quoin
/** Through the proxy. */
let follower: Quoin
let before_all: string

before(async () => {
  setup = await setUpWithCli(folder.path)
  server = await startServerProcess(folder.path)
  proxy = await startFlakyProxy(server.url)
  const { api_key, company_id } = setup
  quoin = createQuoin({ url: server.url, api_key, company_id })
  follower = createQuoin({ url: proxy.url, api_key, company_id })
  before_all = new Date().toISOString()
})
after(async () => {
  proxy.close()
  await server.end('SIGTERM')
  folder.remove()
})

const trigger = (type: string) => quoin.post('/v1/events/test', { body: { type } })
const allEvents = async () => (await Array.fromAsync(quoin.list('/v1/events'))).reverse()

/** Follows in the background; `until(count)` resolves with the events once there are so many. */
function start(options: FollowOptions, client = follower) {
  const events: StoredEvent[] = []
  const states: FollowState[] = []
  const ending = new AbortController()
  let wake = () => {}
  const running = (async () => {
    const given = { ...options, signal: ending.signal, on_state: (state: FollowState) => void states.push(state) }
    for await (const event of client.follow(given)) {
      events.push(event)
      wake()
    }
  })()
  return {
    events,
    states,
    async until(count: number) {
      while (events.length < count) {
        await Promise.race([
          running,
          new Promise<void>((resolve) => {
            wake = resolve
          }),
        ])
      }
      return events
    },
    async stop() {
      ending.abort()
      await running
    },
    running,
  }
}

const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id)
const stateNames = (states: readonly FollowState[]) => states.map(({ state }) => state)

for (const way of ['streaming', 'polling'] as const) {
  describe(way, () => {
    let requests = 0
    let follower: Quoin
    const connected = (api_key: string) =>
      createQuoin({
        url: proxy.url,
        api_key,
        company_id: setup.company_id,
        fetch: async (input, init) => {
          requests++
          const is_old_server = way === 'polling' && String(input).includes('/v1/events/stream')
          return is_old_server ? new Response('{"error":"Not found","code":"not_found"}', { status: 404 }) : fetch(input, init)
        },
      })
    before(() => {
      follower = connected(setup.api_key)
    })

    test('gives the events since a time, then those that come, oldest first, each once, as GET shows them', async () => {
      for (let count = 0; count < 3; count++) await trigger('invoice.paid')
      const followed = start({ since: before_all }, follower)
      const expected = (await allEvents()).length
      await followed.until(expected)
      for (let count = 0; count < 120; count++) void trigger('customer.updated')
      await followed.until(expected + 120)
      await followed.stop()
      assert.deepEqual(followed.events, await allEvents())
      assert.deepEqual(stateNames(followed.states), [way])
    })

    test('begins after an event, and gives only the types asked for', async () => {
      const start_id = (await trigger('invoice.paid')).id
      const types = ['invoice.sent', 'invoice.paid', 'quote.created', 'customer.created', 'quote.approved']
      for (const type of types) await trigger(type)
      const followed = start({ after: start_id, types: ['quote.*', 'invoice.paid'] }, follower)
      const events = await followed.until(3)
      await followed.stop()
      assert.deepEqual(
        events.map(({ type }) => type),
        ['invoice.paid', 'quote.created', 'quote.approved'],
      )
    })

    test('begins with what happens from now on when it is told nothing', async () => {
      const followed = start({}, follower)
      while (followed.states.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
      const { id } = await trigger('invoice.paid')
      assert.deepEqual(ids(await followed.until(1)), [id])
      await followed.stop()
    })

    test('throws for a type that there is not', async () => {
      await assert.rejects(start({ types: ['invoice.*', 'invoice.payed'] }, follower).running, {
        status: 400,
        code: 'invalid_type',
      })
    })

    test('throws for a key that is refused', async () => {
      await assert.rejects(start({}, connected('sk_nope')).running, { status: 401, message: 'Invalid API key' })
    })

    test('ends when it is told to, and starts no more', async () => {
      const followed = start({ since: before_all }, follower)
      await followed.until(1)
      await followed.stop()
      const before = requests
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      assert.equal(requests, before)
    })
  })
}

test('asks again and again where something in between holds the stream back', async () => {
  proxy.turn('buffered')
  const followed = start({})
  while (followed.states.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  const { id } = await trigger('invoice.paid')
  assert.deepEqual(ids(await followed.until(1)), [id])
  await followed.stop()
  assert.deepEqual(followed.states, [{ state: 'polling', reason: 'something between here and the server holds it back' }])
  proxy.turn('clear')
})

test('misses nothing while connections are cut and the server is killed and started again', async () => {
  const start_id = (await trigger('invoice.paid')).id
  const followed = start({ after: start_id })
  const stored: string[] = []
  for (let round = 0; round < 4; round++) {
    for (let count = 0; count < 25; count++) stored.push((await trigger('invoice.paid')).id)
    await followed.until(round * 25 + 5)
    if (round === 1) {
      await server.end('SIGKILL')
      server = await startServerProcess(folder.path)
      proxy.lead(server.url)
      quoin = createQuoin({ url: server.url, api_key: setup.api_key, company_id: setup.company_id })
    } else proxy.turn(round === 2 ? 'down' : 'clear')
    if (round === 2) setTimeout(() => proxy.turn('clear'), 700)
  }
  await followed.until(100)
  await followed.stop()
  assert.deepEqual(ids(followed.events), stored)
  assert.ok(stateNames(followed.states).includes('disconnected'))
})

test('waits out what a proxy answers while the server is away, whatever its status', async () => {
  const start_id = (await trigger('invoice.paid')).id
  const { id } = await trigger('invoice.paid')
  let away = 3
  const client = createQuoin({
    url: server.url,
    api_key: setup.api_key,
    company_id: setup.company_id,
    fetch: async (input, init) => (away-- > 0 ? new Response('<h1>No tunnel here</h1>', { status: 404 }) : fetch(input, init)),
  })
  const followed = start({ after: start_id }, client)
  assert.deepEqual(ids(await followed.until(1)), [id])
  await followed.stop()
})

test('takes its time: an iteration that is not asked for more holds the stream, and loses nothing', async () => {
  const start_id = (await trigger('invoice.paid')).id
  const stored: string[] = []
  for (let count = 0; count < 20; count++) stored.push((await trigger('invoice.paid')).id)
  const seen: string[] = []
  for await (const { id } of follower.follow({ after: start_id })) {
    seen.push(id)
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (seen.length === stored.length) break
  }
  assert.deepEqual(seen, stored)
})
