// `quoin recurring-invoices`: the real binary against a real server.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { cliScene } from './support/scene.ts'

const scene = cliScene('recurring-invoices')
const { call, refused, said } = scene
const NONE = `rec_${'0'.repeat(26)}`
let id: string
let ended: string

before(async () => {
  await scene.begin()
  const customer_id = (await call('POST', '/v1/customers', { name: 'Ada Lind' })).id
  const items = [{ name: 'Hosting {month}', unit_price: 49.5, quantity: 2, unit: 'h' }]
  const body = { customer_id, frequency: 'monthly', start_date: '2098-01-31', items }
  id = (await call('POST', '/v1/recurring-invoices', { ...body, tax_rate: 10, interval: 2, occurrences: 4 })).id
  ended = (await call('POST', '/v1/recurring-invoices', body)).id
  await call('PATCH', `/v1/recurring-invoices/${ended}`, { status: 'ended' })
})
after(() => scene.end())

describe('quoin recurring-invoices', () => {
  test('lists them, the next date first, or those in a status', async () => {
    const [head, first, second] = (await said('list')).split('\n')
    assert.match(head!, /^NEXT +STATUS +EVERY +ID/)
    assert.match(first!, new RegExp(`^2098-01-31 +active +2 months +${id}`))
    assert.match(second!, new RegExp(`ended +month +${ended}`))
    const found = JSON.parse(await said('list', '--status', 'ended', '--json'))
    assert.deepEqual(
      found.map((one: { id: string }) => one.id),
      [ended],
    )
    assert.equal(await said('list', '--customer', `cus_${'0'.repeat(26)}`), 'No recurring invoices\n')
  })

  test('shows one with its next dates and items', async () => {
    assert.equal(
      await said('get', id),
      `Id        ${id}
Customer  Ada Lind   (${(await call('GET', `/v1/recurring-invoices/${id}`)).customer_id})
Status    active
Every     2 months, from 2098-01-31, 4 times
Invoices  0
Sending   manual
Amount    108.90 EUR, of which tax 9.90 EUR
Next      2098-01-31, 2098-03-31, 2098-05-31 …

QUANTITY  ITEM             PRICE
2 h       Hosting {month}  49.5
`,
    )
    assert.equal(JSON.parse(await said('get', id, '--json')).id, id)
  })

  test('previews its dates', async () => {
    assert.equal(await said('preview', id, '--count', '2'), '2098-01-31\n2098-03-31\n')
    assert.equal(JSON.parse(await said('preview', id, '--json')).length, 4)
    assert.equal(await said('preview', ended), 'It has ended: no dates are left\n')
  })

  test('pauses and resumes it', async () => {
    assert.equal(await said('pause', id), `The recurring invoice ${id} for Ada Lind is paused\n`)
    assert.equal((await call('GET', `/v1/recurring-invoices/${id}`)).status, 'paused')
    assert.equal(
      await said('resume', id),
      `The recurring invoice ${id} for Ada Lind is active; its next invoice is on 2098-01-31\n`,
    )
    assert.equal(JSON.parse(await said('pause', id, '--json')).status, 'paused')
  })

  test('says in one line what is wrong', async () => {
    for (const command of ['get', 'preview', 'pause', 'resume'])
      assert.deepEqual(await refused(command, NONE), [1, `quoin: The company has no recurring invoice ${NONE}\n`])
    const [code, text] = await refused('get', 'inv_1')
    assert.equal(code, 2)
    assert.match(String(text), /The id of a recurring invoice is rec_ and 26 letters and digits/)
    assert.equal((await refused('preview', id, '--count', '61'))[0], 2)
  })
})
