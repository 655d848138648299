// A key is looked up again as soon as anything has changed, no matter who changed it, and on SQLite only then.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { needs_sqlite } from '../../../test/support/engine.ts'
import { makeKey } from '../../../test/support/fixtures.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { openDatabase } from '../../engines/open.ts'
import { type ApiKeyId, type CompanyId, randomToken } from '../../kernel/ids.ts'
import { statement } from '../../sql/statement.ts'
import { newApiKey } from './api-key.ts'
import { revokeApiKey } from './service.ts'

const endReach = statement<{ company_id: CompanyId }>()((db, p) =>
  db.deleteFrom('api_key_companies').where('company_id', '=', p.company_id),
)

describe('who sends a request', () => {
  let app: TestApp
  let look_ups = 0
  before(async () => {
    app = await startTestApp({
      onStatement: ({ sql }) => {
        if (/^select "api_keys"\."id"/.test(sql)) look_ups++
      },
    })
  })
  after(() => app.close())

  const statusOf = async (key: string, company = app.tenant.company_id) =>
    (await app.call('GET', '/v1/customers', { key, company })).status

  test('what a key reaches, and whether it is one, is what the database says, whichever process changed it a moment ago', async () => {
    const { company_id, sibling_id } = app.tenant
    const { id, key } = await makeKey(app, app.tenant, 'read', [company_id, sibling_id])
    const { database: other } = await openDatabase(app.settings, (error) => {
      throw error
    })
    for (let time = 0; time < 3; time++) assert.deepEqual([await statusOf(key), await statusOf(key, sibling_id)], [200, 200])
    await other.write((tx) => endReach.run(tx, { company_id }), company_id)
    for (let time = 0; time < 3; time++) assert.deepEqual([await statusOf(key), await statusOf(key, sibling_id)], [403, 200])
    await other.write(async (tx) => (await revokeApiKey(tx, id as ApiKeyId, app.now_ms())) as object)
    for (let time = 0; time < 3; time++) assert.deepEqual([await statusOf(key), await statusOf(key, sibling_id)], [401, 401])
    await other.close()
  })

  test('while nothing changes it is looked up once', { skip: needs_sqlite }, async () => {
    const { read, write } = app.tenant.keys
    await app.flush()
    look_ups = 0
    for (let time = 0; time < 5; time++) {
      assert.equal(await statusOf(read), 200)
      assert.equal(await statusOf(write), 200)
      assert.equal(await statusOf(read, 'com_none' as CompanyId), 403)
    }
    // Three, and again after the commit of the audit log, should it come between.
    assert.ok(look_ups === 3 || look_ups === 6, `it was looked up ${look_ups} times`)
  })

  test('a key that there is not is looked up each time: they would be without end', async () => {
    const unknown = newApiKey(randomToken)
    look_ups = 0
    for (let time = 0; time < 3; time++) assert.equal(await statusOf(unknown), 401)
    assert.equal(look_ups, 3)
  })
})
