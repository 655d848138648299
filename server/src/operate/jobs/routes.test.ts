import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import { fromPage, signedIn } from '../../../test/support/dashboard.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../test/support/test-app.ts'
import { defineJob } from '../../jobs/job-kind.ts'
import { enqueue } from '../../jobs/queue.ts'
import { createJobRunner, type JobRunner } from '../../jobs/runner.ts'
import type { CompanyId } from '../../kernel/ids.ts'

let app: TestApp
let stranger: TestTenant
let owner: string
let admin: string
let theirs: string
let runner: JobRunner
let is_failing = true

const kind = defineJob({
  kind: 'test.mail',
  attempts: 1,
  async run() {
    if (is_failing) throw new Error('550 by smtp://ada:hunter2@mail.example.com')
    return { sent: 1 }
  },
})

before(async () => {
  app = await startTestApp()
  stranger = await app.addTenant()
  owner = (await signedIn(app, 'owner')).cookie
  admin = (await signedIn(app, 'admin')).cookie
  theirs = (await signedIn(app, 'owner', stranger)).cookie
  runner = createJobRunner({ database: app.database, clock: app, log: pino({ level: 'silent' }), kinds: [kind] })
  runner.start()
  for (const company_id of [app.tenant.company_id, app.tenant.sibling_id, stranger.company_id, null]) await put(company_id)
  await runner.idle()
})
after(async () => {
  await runner.stop()
  await app.close()
})

const put = (company_id: CompanyId | null) =>
  app.database.write((tx) => enqueue(tx, { kind, company_id, payload: null }, app.now_ms()), company_id ?? undefined)

const list = (cookie: string, query: Record<string, string> = {}, company: string = app.tenant.company_id) =>
  fromPage(app, cookie, 'GET', '/dashboard/api/jobs', { company, query })

describe('jobs', () => {
  test('are listed by company, with what failed, and without secrets', async () => {
    const { status, data } = await list(admin)
    assert.equal(status, 200)
    const [job] = data.jobs
    assert.deepEqual(
      [data.jobs.length, job.kind, job.state, job.attempts, job.due_at, job.company_id],
      [1, 'test.mail', 'failed', 1, null, app.tenant.company_id],
    )
    assert.equal(job.last_error, '550 by smtp://…@mail.example.com')
    assert.equal(data.sees_installation, true)
  })

  test('of the installation are for the first organization alone', async () => {
    for (const cookie of [owner, admin]) {
      const { data } = await list(cookie, { of: 'installation' })
      assert.deepEqual(
        data.jobs.map((job: { company_id: unknown }) => job.company_id),
        [null],
      )
    }
    const own = await list(theirs, {}, stranger.company_id)
    assert.deepEqual([own.data.jobs.length, own.data.sees_installation], [1, false])
    const refused = await list(theirs, { of: 'installation' }, stranger.company_id)
    assert.deepEqual([refused.status, refused.body.code], [403, 'first_organization_required'])
  })

  test('are filtered and paged', async () => {
    await put(app.tenant.sibling_id)
    await runner.idle()
    const sibling = app.tenant.sibling_id
    const first = await list(owner, { limit: '1', state: 'failed', kind: 'test.mail' }, sibling)
    assert.deepEqual([first.data.jobs.length, first.data.pagination.has_more], [1, true])
    const second = await list(owner, { limit: '1', state: 'failed', starting_after: first.data.pagination.next_cursor }, sibling)
    assert.deepEqual([second.data.jobs.length, second.data.pagination.has_more], [1, false])
    assert.notEqual(first.data.jobs[0].id, second.data.jobs[0].id)
    assert.equal((await list(owner, { kind: 'test.other' }, sibling)).data.jobs.length, 0)
    const refused = await list(owner, { state: 'broken' })
    assert.equal(refused.status, 400)
    assert.match(refused.text, /pending.+running.+done.+failed/)
  })

  test('that failed are retried by those who see them, and by no others', async () => {
    const [own] = (await list(owner)).data.jobs
    const [of_all] = (await list(owner, { of: 'installation' })).data.jobs
    const retry = (cookie: string, id: string, company: string) =>
      fromPage(app, cookie, 'POST', `/dashboard/api/jobs/${id}/retry`, { company, body: {} })
    for (const { id } of [own, of_all]) {
      const refused = await retry(theirs, id, stranger.company_id)
      assert.deepEqual([refused.status, refused.body.code], [404, 'not_found'])
    }
    assert.equal((await retry(owner, own.id, app.tenant.sibling_id)).status, 404, 'asked of another company')
    is_failing = false
    for (const { id } of [own, of_all]) {
      const retried = await retry(admin, id, app.tenant.company_id)
      assert.deepEqual([retried.status, retried.data.state, retried.data.attempts], [200, 'pending', 0])
    }
    await runner.idle()
    const [done] = (await list(owner)).data.jobs
    assert.deepEqual([done.state, done.result, done.last_error], ['done', '{"sent":1}', null])
    const again = await retry(owner, own.id, app.tenant.company_id)
    assert.deepEqual([again.status, again.body.code], [409, 'job_done'])
  })
})
