import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fromPage, signedIn } from '../../../test/support/dashboard.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
let cookie: string

before(async () => {
  app = await startTestApp()
  cookie = (await signedIn(app, 'read_only')).cookie
})
after(() => app.close())

const find = (q: string, query: Record<string, string> = {}, company: string = app.tenant.company_id) =>
  fromPage(app, cookie, 'GET', '/dashboard/api/search', { company, query: { q, ...query } })

async function titles(q: string, query?: Record<string, string>): Promise<string[]> {
  const answer = await find(q, query)
  assert.equal(answer.status, 200, answer.text)
  return answer.data.results.map(({ type, title }: { type: string; title: string }) => `${type} ${title}`)
}

async function make(path: string, body: object, more: object = {}) {
  const answer = await app.call('POST', path, { body, ...more })
  assert.equal(answer.status, 201, answer.text)
  return answer.data
}

describe('GET /dashboard/api/search', () => {
  let invoice_number: string

  before(async () => {
    const customer = await make('/v1/customers', { name: 'Zoë Quartz 100%', contact_email: 'pay@quartz.example' })
    const other = await make('/v1/customers', { name: 'Nobody' })
    invoice_number = (await make('/v1/invoices', { customer_id: customer.id })).invoice_number
    await make('/v1/invoices', { customer_id: other.id })
    await make('/v1/quotes', { customer_id: customer.id })
    const project = await make('/v1/projects', { title: 'Quartz crystals' })
    await make(`/v1/projects/${project.id}/tasks`, { title: 'Cut the quartz' })
    const archived = await make('/v1/projects', { title: 'Old quartz' })
    await make(`/v1/projects/${archived.id}/tasks`, { title: 'Forgotten quartz' })
    await app.call('PATCH', `/v1/projects/${archived.id}`, { body: { is_archived: true } })
    const gone = await make('/v1/projects', { title: 'Quartz that is gone' })
    await make(`/v1/projects/${gone.id}/tasks`, { title: 'Gone quartz' })
    await app.call('DELETE', `/v1/projects/${gone.id}`)
    const deleted = await make('/v1/customers', { name: 'Quartz deleted' })
    await app.call('DELETE', `/v1/customers/${deleted.id}`)
    // The same in the company beside it and in another organization.
    await make('/v1/customers', { name: 'Quartz beside' }, { company: app.tenant.sibling_id })
    const stranger = await app.addTenant()
    await make('/v1/customers', { name: 'Quartz elsewhere' }, { company: stranger.company_id, key: stranger.keys.admin })
  })

  test('200 with everything that has the text, the best first; documents by whose they are', async () => {
    assert.deepEqual(await titles('quartz'), [
      'project Quartz crystals',
      'customer Zoë Quartz 100%',
      'project Old quartz',
      'task Cut the quartz',
      `invoice ${invoice_number}`,
      'quote QUO-2026-000001',
    ])
  })

  test('200 with what a result shows: details, and the project of a task', async () => {
    const { results } = (await find('Quartz')).data
    const of = (type: string) => results.find((one: { type: string }) => one.type === type)
    assert.equal(of('customer').detail, 'pay@quartz.example')
    assert.equal(of('invoice').detail, 'Zoë Quartz 100%')
    assert.equal(of('project').detail, 'PRO-2026-000001')
    assert.equal(of('task').detail, 'TSK-2026-000001 · Quartz crystals')
    assert.match(of('task').project_id, /^pro_/)
    assert.equal(of('project').project_id, null)
  })

  test('200 by a number from its front or whole, in small letters too, the last number first', async () => {
    assert.deepEqual(await titles('inv-2026'), ['invoice INV-2026-000002', 'invoice INV-2026-000001'])
    assert.deepEqual(await titles(invoice_number), [`invoice ${invoice_number}`])
    assert.deepEqual(await titles('QUO'), ['quote QUO-2026-000001'])
    assert.deepEqual(await titles('pro-2026-000002'), ['project Old quartz'])
    assert.deepEqual(await titles('tsk-2026-000001'), ['task Cut the quartz'])
  })

  test('200 by a number without prefix, year or leading zeros; not one of another company', async () => {
    const year = invoice_number.slice(4, 8)
    for (const q of ['2', '000002', `${year}-000002`, `${year}-2`, `inv-${year}-2`, 'INV-2']) {
      assert.equal((await titles(q))[0], `invoice INV-${year}-000002`, q)
    }
    assert.deepEqual(await titles('1'), [`invoice ${invoice_number}`, 'quote QUO-2026-000001', ...(await titles('1')).slice(2)])
    assert.deepEqual(await titles(`quo-${year}-1`), [`quote QUO-${year}-000001`])
    for (const q of [`${Number(year) - 1}-2`, '77', 'ms-2']) {
      assert.deepEqual(
        (await titles(q)).filter((one) => /^(invoice|quote)/.test(one)),
        [],
        q,
      )
    }
  })

  test('200 by part of a name or email, whatever its case and accents; signs of patterns are plain characters', async () => {
    for (const q of ['ZOE', 'zoë', '  zoe quartz 1', '100%', 'pay@QUARTZ']) {
      assert.ok((await titles(q)).includes('customer Zoë Quartz 100%'), q)
    }
    assert.deepEqual(await titles('10_%'), [])
    assert.deepEqual(await titles('\u0301'), [])
    assert.deepEqual(await titles("' OR 1=1 --"), [])
  })

  test('200 with at most `limit` of each type', async () => {
    for (let count = 0; count < 11; count++) await make('/v1/customers', { name: `Many ${count}` })
    assert.equal((await titles('many')).length, 5)
    assert.equal((await titles('many', { limit: '10' })).length, 10)
    assert.deepEqual(await titles('Many 7', { limit: '1' }), ['customer Many 7'])
  })

  test('200 without projects and tasks while their module is off', async () => {
    const owner = await signedIn(app, 'owner')
    const path = `/dashboard/api/companies/${app.tenant.company_id}/modules`
    const turn = (is_enabled: boolean) => fromPage(app, owner.cookie, 'POST', path, { body: { module: 'projects', is_enabled } })
    await turn(false)
    const found = await titles('quartz')
    await turn(true)
    assert.deepEqual(
      found.filter((one) => /^(project|task) /.test(one)),
      [],
    )
    assert.equal(found.length, 3)
  })

  for (const [query, param] of [
    [{ q: '' }, 'q'],
    [{ q: '   ' }, 'q'],
    [{ q: 'x'.repeat(101) }, 'q'],
    [{ q: 'x', limit: '11' }, 'limit'],
    [{ q: 'x', limit: '0' }, 'limit'],
    [{ q: 'x', offset: '1' }, 'offset'],
  ] as const) {
    test(`400 for ${JSON.stringify(query).slice(0, 40)}`, async () => {
      const { q, ...more } = query
      const answer = await find(q, more)
      assert.deepEqual([answer.status, answer.body.param], [400, param])
    })
  }

  test('403 for a company of another organization', async () => {
    const stranger = await app.addTenant()
    assert.equal((await find('quartz', {}, stranger.company_id)).status, 403)
  })
})
