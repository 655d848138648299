// One organization leaves the others their share: connections, streams, exports, the graph of tasks, and answers nobody reads.
import assert from 'node:assert/strict'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { eventCatalogue } from '../src/endpoints.ts'
import { newId } from '../src/kernel/ids.ts'
import { draftEvent } from '../src/record/events/event-type.ts'
import { recordEvents } from '../src/record/events/record.ts'
import { insertRows } from '../src/sql/statement.ts'
import { MOST_DEPENDENCIES_OF_PROJECT, MOST_LEVELS } from '../src/work/tasks/schema.ts'
import { type TasksTable, tasks } from '../src/work/tasks/table.ts'
import { fromPage, signedIn } from './support/dashboard.ts'
import { openStream } from './support/event-stream.ts'
import { makeKey, select } from './support/fixtures.ts'
import { startTestApp, type TestAnswer, type TestApp, type TestTenant } from './support/test-app.ts'

let app: TestApp
let url: string
let neighbour: TestTenant

before(async () => {
  app = await startTestApp({ stream_limits: { streams_of_organization: 3, streams_of_key: 2 } })
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`
  neighbour = await app.addTenant()
})
after(() => app.close())

test('reads of one organization that do not end leave connections to others, and to /health', async () => {
  const { organization_id } = app.tenant
  const begun: number[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const long = Array.from({ length: 40 }, (_, index) =>
    app.database.read(async () => {
      begun.push(index)
      await held
    }, organization_id),
  )
  const read = await app.call('GET', '/v1/customers', { key: neighbour.keys.read, company: neighbour.company_id })
  assert.equal(read.status, 200)
  assert.equal((await app.call('GET', '/health', { key: null, company: null })).status, 200)
  if (app.database.engine === 'postgres') assert.ok(begun.length <= 32, 'half of the readers, eight reads on each')
  release()
  await Promise.all(long)
  assert.equal(begun.length, 40)
})

test('streams are bounded for an organization, whatever number of keys it has', async () => {
  const q = `company_id=${app.tenant.company_id}`
  const open = async (key: string, query = q) => openStream(`${url}/v1/events/stream?${query}`, key)
  const keys = [
    app.tenant.keys.read,
    app.tenant.keys.write,
    (await makeKey(app, app.tenant, 'read', [app.tenant.company_id])).key,
  ]
  const readers = [await open(keys[0]!), await open(keys[0]!), await open(keys[1]!)]
  assert.deepEqual(
    readers.map(({ status }) => status),
    [200, 200, 200],
  )
  const refused = await app.call('GET', '/v1/events/stream', { key: keys[2]! })
  assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_streams'])
  assert.match(refused.body.error, /3 streams of this organization/)
  const other = await open(neighbour.keys.read, `company_id=${neighbour.company_id}`)
  assert.equal(other.status, 200)
  for (const reader of [...readers, other]) reader.close()
})

test('an organization has one export at a time, sent no faster than it is read; another organization is not kept from its own', async () => {
  const owner = await signedIn(app, 'owner')
  const other = await signedIn(app, 'owner', neighbour)
  for (let index = 0; index < 300; index++) await app.call('GET', '/v1/companies', { company: null })
  await app.flush()
  const whole = fromPage(app, owner.cookie, 'GET', '/dashboard/api/audit-log.csv')
  const second = fromPage(app, owner.cookie, 'GET', '/dashboard/api/audit-log.csv')
  const others = fromPage(app, other.cookie, 'GET', '/dashboard/api/audit-log.csv')
  // Which of the two comes first depends on their sessions, which are read concurrently.
  const [first, refused] = (await Promise.all([whole, second])).sort((a, b) => a.status - b.status) as [TestAnswer, TestAnswer]
  assert.deepEqual([first.status, refused.status, (await others).status], [200, 429, 200])
  assert.deepEqual([refused.body.code, refused.headers['retry-after']], ['rate_limited', '5'])
  assert.ok(first.text.split('\r\n').length > 300)
  assert.equal((await fromPage(app, owner.cookie, 'GET', '/dashboard/api/audit-log.csv')).status, 200)
})

test('a client that sends requests without reading answers is not read on and on', async () => {
  const { company_id } = app.tenant
  const created = eventCatalogue.find('customer.created')!
  const draft = draftEvent(created, 'cus_1', { id: 'cus_1', filling: 'x'.repeat(4_000_000) })
  const now = new Date(app.now_ms()).toISOString()
  const [event] = await app.database.write((tx) => recordEvents(tx, { company_id, now }, [draft]), company_id)
  const accepted = new Promise<Socket>((resolve) => app.server.server.once('connection', resolve))
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' })
  socket.pause()
  const theirs = await accepted
  const padding = 'x'.repeat(4_000)
  const path = `/v1/events/${event!.id}?company_id=${company_id}`
  const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Padding: ${padding}\r\nAuthorization: Bearer ${app.tenant.keys.read}\r\n\r\n`
  socket.write(request.repeat(1_000))
  try {
    for (let before = -1; before < theirs.bytesRead; ) {
      before = theirs.bytesRead
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    assert.ok(theirs.bytesRead > 0 && theirs.bytesRead < 1_000_000, `${theirs.bytesRead} bytes of 4 MB were read`)
    assert.ok(theirs.writableLength < 5_000_000, 'one answer waits, not all')
    const other = await app.call('GET', '/v1/customers', { key: neighbour.keys.read, company: neighbour.company_id })
    assert.equal(other.status, 200)
  } finally {
    socket.destroy()
  }
})

describe('the graph of tasks', () => {
  const create = async (path: string, body: object) => app.call('POST', path, { body: { title: 'T', ...body } })

  test(`has at most ${MOST_DEPENDENCIES_OF_PROJECT} dependencies in a project; those that are there may be taken away and kept`, async () => {
    const project = (await app.call('POST', '/v1/projects', { body: { title: 'P' } })).data.id
    const path = `/v1/projects/${project}/tasks`
    const base: string[] = []
    for (let index = 0; index < 200; index++) base.push((await create(path, {})).data.id)
    const full: string[] = []
    for (let count = 0; count < MOST_DEPENDENCIES_OF_PROJECT; count += 200) {
      const made = await create(path, { depends_on: base })
      assert.equal(made.status, 201, made.text)
      full.push(made.data.id)
    }
    const refused = await create(path, { depends_on: base.slice(0, 1) })
    assert.deepEqual([refused.status, refused.body.code, refused.body.param], [400, 'parameter_invalid', 'depends_on'])
    assert.match(refused.body.error, /5,000/)
    const patch = (id: string, depends_on: string[]) => app.call('PATCH', `${path}/${id}`, { body: { depends_on } })
    assert.equal((await patch(full[0]!, base)).status, 200, 'what is there already')
    assert.equal((await patch(full[0]!, base.slice(1))).status, 200)
    assert.equal((await patch(full[1]!, [...base.slice(1), full[0]!])).status, 200, 'one for another')
    assert.equal((await create(path, { depends_on: base.slice(0, 1) })).status, 201)
    assert.equal((await create(path, { depends_on: base.slice(0, 1) })).status, 400)
    assert.equal((await create(path, {})).status, 201)
  })

  test(`is at most ${MOST_LEVELS} tasks deep`, async () => {
    const project = (await app.call('POST', '/v1/projects', { body: { title: 'P' } })).data.id
    const path = `/v1/projects/${project}/tasks`
    const top = (await create(path, {})).data.id
    const [row] = (await select(app, `SELECT * FROM tasks WHERE id = '${top}'`)) as unknown as TasksTable[]
    const ids = [top, ...Array.from({ length: MOST_LEVELS - 1 }, () => newId('task', app.now_ms()))]
    const rows = ids.map((id, level) => ({ ...row!, id, public_id: `TSK-${level}`, parent_task_id: ids[level - 1] ?? null }))
    await app.database.write(async (tx) => void (await insertRows(tasks)(tx, rows.slice(1))), app.tenant.company_id)
    const parent_task_id = ids.at(-1)
    const lowest = await create(path, { parent_task_id })
    assert.equal(lowest.status, 201)
    const refused = await create(path, { parent_task_id: lowest.data.id })
    assert.deepEqual([refused.status, refused.body.param], [400, 'parent_task_id'])
    assert.match(refused.body.error, /1000/)
  })
})
