// Documents as files: drafts, what is kept of issued ones, and when there is another version; on the real service and the real press.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { select } from '../../../test/support/fixtures.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { conflict } from '../../kernel/errors.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ currency: 'EUR' })
})
after(() => app.close())

type Kind = 'invoices' | 'quotes'

async function make(kind: Kind = 'invoices', more: object = {}): Promise<string> {
  const billing = { legal_name: 'Lindqvist Aktiebolag', legal_address: 'Storgatan 12', city: 'Stockholm', country: 'SE' }
  const customer = await app.call('POST', '/v1/customers', { body: { name: 'Lindqvist', contact_name: 'Astrid', ...billing } })
  const items = [{ name: 'Design', unit_price: 80, quantity: 12.5 }]
  const made = await app.call('POST', `/v1/${kind}`, { body: { customer_id: customer.data.id, items, ...more } })
  assert.equal(made.status, 201, made.text)
  return made.data.id
}

async function issued(kind: Kind = 'invoices', more: object = {}): Promise<string> {
  const id = await make(kind, more)
  await change(kind, id, { status: 'sent' })
  return id
}

async function change(kind: Kind, id: string, body: object) {
  const answer = await app.call('PATCH', `/v1/${kind}/${id}`, { body })
  assert.equal(answer.status, 200, answer.text)
  return answer.data
}

async function pdf(kind: Kind, id: string, more: object = {}) {
  const answer = await app.call('GET', `/v1/${kind}/${id}/pdf`, more)
  assert.equal(answer.status, 200, answer.text)
  return answer
}

const get = async (kind: Kind, id: string) => (await app.call('GET', `/v1/${kind}/${id}`)).data
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const eventsOf = async (id: string) =>
  (await app.call('GET', '/v1/events', { query: { resource_id: id } })).data.events.map(({ type }: { type: string }) => type)

for (const kind of ['invoices', 'quotes'] as const) {
  describe(`${kind}: a draft`, () => {
    test('is printed each time, and nothing of it is kept', async () => {
      const id = await make(kind)
      const first = await pdf(kind, id)
      assert.equal(first.bytes.subarray(0, 5).toString(), '%PDF-')
      assert.equal(first.headers['content-type'], 'application/pdf')
      assert.equal(first.headers['quoin-document-sha256'], undefined)
      await change(kind, id, { notes: 'Changed' })
      assert.notDeepEqual((await pdf(kind, id)).bytes, first.bytes)
      assert.equal((await get(kind, id)).document_version, 0)
      assert.deepEqual(await select(app, `SELECT version FROM document_versions WHERE document_id = '${id}'`), [])
    })
  })

  describe(`${kind}: an issued document`, () => {
    test('is the same to the byte at each reading, with its hash, name and ETag', async () => {
      const id = await issued(kind)
      const { bytes, headers } = await pdf(kind, id)
      const number = (await get(kind, id))[kind === 'invoices' ? 'invoice_number' : 'quote_number']
      assert.equal(headers['quoin-document-sha256'], sha256(bytes))
      assert.equal(headers.etag, `"${sha256(bytes)}"`)
      assert.equal(headers['content-disposition'], `inline; filename="${number}.pdf"`)
      app.pass(40 * 24 * 60 * 60 * 1000)
      assert.deepEqual((await pdf(kind, id)).bytes, bytes)
      assert.deepEqual((await pdf(kind, id, { query: { version: '1' } })).bytes, bytes)
      const known = await app.call('GET', `/v1/${kind}/${id}/pdf`, { headers: { 'if-none-match': String(headers.etag) } })
      assert.deepEqual([known.status, known.bytes.length], [304, 0])
      const head = await app.call('HEAD', `/v1/${kind}/${id}/pdf`)
      assert.deepEqual([head.status, head.bytes.length], [200, 0])
      assert.deepEqual([head.headers.etag, head.headers['content-length']], [headers.etag, String(bytes.length)])
      assert.equal((await get(kind, id)).document_version, 1)
    })

    test('changes nothing by being read: no event, no updated_at, no ETag; what a client holds may be sent', async () => {
      const id = await issued(kind)
      const before = await app.call('GET', `/v1/${kind}/${id}`)
      const events = await eventsOf(id)
      app.pass(1000)
      await pdf(kind, id)
      const after = await app.call('GET', `/v1/${kind}/${id}`)
      assert.equal(after.headers.etag, before.headers.etag)
      assert.deepEqual(after.data, { ...before.data, document_version: 1 })
      assert.deepEqual(await eventsOf(id), events)
      const headers = { 'if-match': String(before.headers.etag) }
      const body = { ...before.data, notes: 'By a client that has not seen the PDF' }
      const patched = await app.call('PATCH', `/v1/${kind}/${id}`, { headers, body })
      assert.equal(patched.status, 200, patched.text)
      const later = await app.call('PATCH', `/v1/${kind}/${id}`, { headers, body: { notes: 'x' } })
      assert.equal(later.status, 412)
      const wrong = await app.call('PATCH', `/v1/${kind}/${id}`, { body: { ...patched.data, document_version: 2 } })
      assert.deepEqual([wrong.status, wrong.body.param], [400, 'document_version'])
    })

    test('gets a second version by other notes, and the first one stays', async () => {
      const id = await issued(kind)
      const first = await pdf(kind, id)
      await change(kind, id, { notes: 'Please mind the new account.' })
      assert.equal((await get(kind, id)).document_version, 1)
      const second = await pdf(kind, id)
      assert.notEqual(second.headers['quoin-document-sha256'], first.headers['quoin-document-sha256'])
      assert.equal((await get(kind, id)).document_version, 2)
      assert.deepEqual((await pdf(kind, id, { query: { version: '1' } })).bytes, first.bytes)
      assert.deepEqual((await pdf(kind, id, { query: { version: '2' } })).bytes, second.bytes)
      const list = (await app.call('GET', `/v1/${kind}`)).data[kind]
      assert.equal(list.find((one: { id: string }) => one.id === id).document_version, 2)
      const unknown = await app.call('GET', `/v1/${kind}/${id}/pdf`, { query: { version: '3' } })
      assert.deepEqual([unknown.status, unknown.body.code], [404, 'not_found'])
      assert.equal(unknown.body.error, 'There is no version 3 of this document: the latest is 2')
      assert.equal((await app.call('GET', `/v1/${kind}/${id}/pdf`, { query: { version: '0' } })).status, 400)
    })

    test('shows customer and company as issued, until it is reissued', async () => {
      const id = await issued(kind)
      const first = await pdf(kind, id)
      const { customer_id } = await get(kind, id)
      const customer = { legal_address: 'Storgatan 21', contact_name: 'Bo' }
      assert.equal((await app.call('PATCH', `/v1/customers/${customer_id}`, { body: customer })).status, 200)
      const company = { body: { legal_name: `Of ${id}` } }
      assert.equal((await app.call('PATCH', `/v1/companies/${app.tenant.company_id}`, company)).status, 200)
      assert.deepEqual((await pdf(kind, id)).bytes, first.bytes)
      const events = await eventsOf(id)
      const reissued = await app.call('POST', `/v1/${kind}/${id}/reissue`)
      assert.equal(reissued.status, 200, reissued.text)
      assert.equal(reissued.data.customer.billing.address, 'Storgatan 21')
      assert.deepEqual(await eventsOf(id), [`${kind.slice(0, -1)}.updated`, ...events])
      assert.notDeepEqual((await pdf(kind, id)).bytes, first.bytes)
      assert.deepEqual((await pdf(kind, id, { query: { version: '1' } })).bytes, first.bytes)
      const again = await app.call('POST', `/v1/${kind}/${id}/reissue`)
      assert.deepEqual(again.data, await get(kind, id))
      assert.equal((await eventsOf(id)).length, events.length + 1)
    })

    test('is the same one after a way back to draft and out again, unless something was changed there', async () => {
      const id = await issued(kind)
      const first = await pdf(kind, id)
      await change(kind, id, { status: 'draft' })
      assert.equal((await pdf(kind, id)).headers['quoin-document-sha256'], undefined)
      assert.deepEqual((await pdf(kind, id, { query: { version: '1' } })).bytes, first.bytes)
      await change(kind, id, { status: 'sent' })
      assert.deepEqual((await pdf(kind, id)).bytes, first.bytes)
      await change(kind, id, { status: 'draft' })
      await change(kind, id, { items: [{ name: 'Other work', unit_price: 1 }] })
      await change(kind, id, { status: 'sent' })
      await pdf(kind, id)
      assert.equal((await get(kind, id)).document_version, 2)
    })

    test('is printed once for readers that come at the same time', async () => {
      const id = await issued(kind)
      const beside = await startTestApp({ beside: app })
      try {
        const readers = [app, beside, app, beside, app].map((one) => one.call('GET', `/v1/${kind}/${id}/pdf`))
        const files = (await Promise.all(readers)).map(({ status, bytes }) => [status, sha256(bytes)])
        assert.deepEqual(new Set(files.map(String)).size, 1, String(files))
        assert.equal(files[0]![0], 200)
      } finally {
        await beside.close()
      }
      assert.equal((await get(kind, id)).document_version, 1)
      const rows = await select(app, `SELECT version FROM document_versions WHERE document_id = '${id}'`)
      assert.equal(rows.length, 1)
    })

    test('404 for another company, in another kind, and after it was deleted: nothing of it is kept then', async () => {
      const id = await issued(kind)
      await pdf(kind, id)
      const other = await app.addTenant()
      const read = (path: string, more = {}) => app.call('GET', path, more).then(({ status }) => status)
      assert.equal(await read(`/v1/${kind}/${id}/pdf`, { key: other.keys.admin, company: other.company_id }), 404)
      assert.equal(await read(`/v1/${kind}/${id}/pdf?version=1`, { key: other.keys.admin, company: other.company_id }), 404)
      assert.equal(await read(`/v1/${kind}/${id}/pdf`, { company: app.tenant.sibling_id }), 404)
      assert.equal(await read(`/v1/${kind === 'quotes' ? 'invoices' : 'quotes'}/${id}/pdf`), 404)
      assert.equal((await app.call('DELETE', `/v1/${kind}/${id}`)).status, 200)
      assert.equal(await read(`/v1/${kind}/${id}/pdf`), 404)
      assert.equal(await read(`/v1/${kind}/${id}/pdf?version=1`), 404)
      assert.deepEqual(await select(app, `SELECT version FROM document_versions WHERE document_id = '${id}'`), [])
    })

    test('409 when a draft is reissued', async () => {
      const answer = await app.call('POST', `/v1/${kind}/${await make(kind)}/reissue`)
      assert.deepEqual([answer.status, answer.body.code], [409, `${kind.slice(0, -1)}_is_draft`])
    })
  })
}

describe('an invoice', () => {
  test('shows what was issued: payments, overdue and cancelling make no version', async () => {
    const id = await issued()
    const first = await pdf('invoices', id)
    const payment = await app.call('POST', `/v1/invoices/${id}/payments`, { body: { amount: 400 } })
    assert.equal(payment.status, 201)
    assert.deepEqual((await pdf('invoices', id)).bytes, first.bytes)
    await change('invoices', id, { status: 'paid' })
    assert.deepEqual((await pdf('invoices', id)).bytes, first.bytes)
    const late = await issued('invoices', { due_date: '2026-06-16' })
    await pdf('invoices', late)
    app.pass(50 * 24 * 60 * 60 * 1000)
    await app.sweep()
    assert.equal((await get('invoices', late)).status, 'overdue')
    await pdf('invoices', late)
    await change('invoices', late, { status: 'cancelled' })
    await pdf('invoices', late)
    assert.equal((await get('invoices', late)).document_version, 1)
  })

  test('that was paid before it was first read is printed as if it were not', async () => {
    const [read_first, paid_first] = [await issued(), await issued()]
    await pdf('invoices', read_first)
    for (const id of [read_first, paid_first]) await change('invoices', id, { status: 'paid' })
    const hashOf = async (id: string) => {
      await pdf('invoices', id)
      return (await select(app, `SELECT version FROM document_versions WHERE document_id = '${id}'`)).length
    }
    assert.deepEqual([await hashOf(read_first), await hashOf(paid_first)], [1, 1])
  })

  test('that was issued before companies were kept keeps company and contact from its first reading on', async () => {
    const id = await issued()
    await app.database.write((tx) =>
      tx.execute(
        {
          sql: `UPDATE invoices SET issued_company = NULL, issued_customer_contact = NULL WHERE id = '${id}'`,
          returns_rows: false,
        },
        [],
      ),
    )
    const first = await pdf('invoices', id)
    const company = { body: { legal_name: 'Of another day' } }
    assert.equal((await app.call('PATCH', `/v1/companies/${app.tenant.company_id}`, company)).status, 200)
    const { customer_id } = await get('invoices', id)
    await app.call('PATCH', `/v1/customers/${customer_id}`, { body: { contact_name: 'Bo' } })
    assert.deepEqual((await pdf('invoices', id)).bytes, first.bytes)
    assert.equal((await get('invoices', id)).document_version, 1)
  })
})

describe('what is kept', () => {
  test('is moved by an export, to the byte, and refused by an import when it is not what its hash says', async () => {
    const id = await issued()
    const { bytes } = await pdf('invoices', id)
    const copy = await startTestApp({ copy_of: app })
    try {
      const moved = await copy.call('GET', `/v1/invoices/${id}/pdf`)
      assert.deepEqual(moved.bytes, bytes)
      assert.equal((await copy.call('GET', `/v1/invoices/${id}`)).data.document_version, 1)
    } finally {
      await copy.close()
    }
    const pdf_of =
      'pdf = (SELECT pdf FROM document_versions AS other WHERE other.document_id <> document_versions.document_id LIMIT 1)'
    await app.database.write((tx) =>
      tx.execute({ sql: `UPDATE document_versions SET ${pdf_of} WHERE document_id = '${id}'`, returns_rows: false }, []),
    )
    await assert.rejects(startTestApp({ copy_of: app }), /document_versions\.pdf must be the file with the SHA-256 beside it/)
  })
})

describe('a document that can not be printed', () => {
  test('is 409, is not tried again by the next reader, and is printed once it is another one', async () => {
    let prints = 0
    const refused = conflict('document_not_printable', 'The document took too long to print')
    const print = async () => {
      prints++
      throw refused
    }
    const beside = await startTestApp({ beside: app, press: { print } })
    try {
      const id = await issued()
      for (let reader = 0; reader < 3; reader++) {
        const answer = await beside.call('GET', `/v1/invoices/${id}/pdf`)
        assert.deepEqual([answer.status, answer.body.code], [409, 'document_not_printable'])
      }
      assert.equal(prints, 1)
      await change('invoices', id, { notes: 'Shorter' })
      await beside.call('GET', `/v1/invoices/${id}/pdf`)
      assert.equal(prints, 2)
      assert.equal((await get('invoices', id)).document_version, 0)
    } finally {
      await beside.close()
    }
  })
})
