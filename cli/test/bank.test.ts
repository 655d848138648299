// `quoin bank`: the real binary against a real server.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { cliScene } from './support/scene.ts'

const scene = cliScene('bank')
const { call, folder, json, run, said } = scene
let invoice: { id: string; invoice_number: string }

before(async () => {
  await scene.begin()
  const customer = await call('POST', '/v1/customers', { name: 'Ada Lind' })
  const { id } = await call('POST', '/v1/invoices', { customer_id: customer.id, items: [{ name: 'Design', unit_price: 100 }] })
  invoice = await call('PATCH', `/v1/invoices/${id}`, { status: 'sent' })
})
after(() => scene.end())

const fileOf = (name: string, content: string | Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe('bank', () => {
  test('imports a file by its looks, and says what is new', async () => {
    const mt940 = `:20:1\n:25:1\n:28C:1\n:60F:C260101EUR0,\n:61:2603020302C99,5NTRFNONREF\n:86:Thanks for ${invoice.invoice_number}\n:62F:C260302EUR99,5\n-\n`
    const path = fileOf('statement.sta', mt940)
    assert.equal(await said('import', path), '1 new transaction\n')
    assert.equal(await said('import', path), '0 new transactions, 1 already imported\n')
    const csv = fileOf('list.csv', Buffer.from('Tag;Betrag;Zweck\n03.03.2026;7,00;Grüße\n', 'latin1'))
    const refused = await run('import', csv)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /^quoin: The columns of CSV files are not known yet: name them with --map/)
    assert.equal(
      await said('import', csv, '--map', 'date=Tag', '--map', 'amount=Betrag', '--map', 'text=Zweck'),
      '1 new transaction\n',
    )
    const [newest] = await json('transactions')
    assert.deepEqual([newest.text, newest.amount], ['Grüße', 7])
  })

  test('lists, matches the first suggestion with a difference, and undoes it', async () => {
    const [transaction] = await json('transactions', '--to', '2026-03-02', '--status', 'unmatched')
    assert.match(await said('transactions'), new RegExp(`2026-03-02 +99\\.50 EUR +unmatched +${transaction.id}`))
    const text = await said('match', transaction.id, '--difference', 'Bank fee')
    assert.equal(text, `99.50 EUR for ${invoice.id}\n0.50 EUR written off on ${invoice.id}\n`)
    assert.equal((await call('GET', `/v1/invoices/${invoice.id}`)).status, 'paid')
    assert.equal(await said('unmatch', transaction.id), `${transaction.id} is unmatched\n`)
    assert.equal(await said('ignore', transaction.id), `${transaction.id} is ignored\n`)
  })

  test('says how many were matched automatically', async () => {
    const [company_id] = scene.access().slice(-1)
    await call('PATCH', `/v1/companies/${company_id}`, { auto_match: true })
    const customer = await call('POST', '/v1/customers', { name: 'Grace Berg' })
    const { id } = await call('POST', '/v1/invoices', { customer_id: customer.id, items: [{ name: 'Print', unit_price: 60 }] })
    const { invoice_number } = await call('PATCH', `/v1/invoices/${id}`, { status: 'sent' })
    const path = fileOf('automatic.csv', `Tag;Betrag;Zweck\n04.03.2026;60,00;${invoice_number}\n05.03.2026;1,00;Other\n`)
    assert.equal(await said('import', path), '2 new transactions, 1 matched automatically\n')
  })

  test('refuses what it can not read in one line', async () => {
    for (const args of [
      ['import', join(folder, 'none.xml')],
      ['import', fileOf('bad.xml', '<a/>')],
      ['match', `btx_${'0'.repeat(26)}`],
    ]) {
      const { code, stdout, stderr } = await run(...args)
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, /^quoin: [^\n]+\n$/)
    }
    assert.equal((await run('import', 'x', '--map', 'colour=x')).code, 2)
  })
})
