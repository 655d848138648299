import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fromPage, signedIn } from '../../../test/support/dashboard.ts'
import { fingerprint, select } from '../../../test/support/fixtures.ts'
import { jpeg, lossless, png, riff } from '../../../test/support/pictures.ts'
import { PUBLIC_URL, startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { sha256 } from '../../kernel/crypto.ts'
import { createOrganization } from '../organizations/service.ts'

let app: TestApp
let admin: string
let reader: string
let path: string

before(async () => {
  app = await startTestApp()
  admin = (await signedIn(app, 'admin')).cookie
  reader = (await signedIn(app, 'read_only')).cookie
  path = `/dashboard/api/companies/${app.tenant.company_id}`
})
after(() => app.close())

const get = (cookie = reader, of = path) => fromPage(app, cookie, 'GET', of, { company: app.tenant.company_id })
const patch = (body: object, of = path) => fromPage(app, admin, 'PATCH', of, { body })
const dataUrl = (media_type: string, bytes: Buffer) => `data:${media_type};base64,${bytes.toString('base64')}`
const upload = (image: string | Buffer, of = path) =>
  fromPage(app, admin, 'POST', `${of}/logo`, { body: { image: typeof image === 'string' ? image : image.toString('base64') } })
const fetchLogo = (url: string, method: 'GET' | 'HEAD' = 'GET', headers: Record<string, string> = {}) =>
  app.server.inject({ method, url: url.replace(PUBLIC_URL, ''), headers })

describe('GET /dashboard/api/companies/:id', () => {
  test('200 for every role, with details that are null at first, and its modules', async () => {
    const { status, data } = await get()
    assert.equal(status, 200)
    const { legal_name, legal_address, legal_vat, payment_details, modules, slug, name } = data
    assert.deepEqual([legal_name, legal_address, legal_vat, payment_details], [null, null, null, null])
    assert.deepEqual([modules, slug, name], [{ projects: true }, 'first', 'First'])
    await fromPage(app, admin, 'POST', `${path}/modules`, { body: { module: 'projects', is_enabled: false } })
    assert.deepEqual((await get()).data.modules, { projects: false })
    await fromPage(app, admin, 'POST', `${path}/modules`, { body: { module: 'projects', is_enabled: true } })
  })

  test('404 for one of another organization, an unknown one, and what is no id', async () => {
    const stranger = await app.addTenant()
    for (const id of [stranger.company_id, 'com_00000000000000000000000000', 'x', 'com_']) {
      assert.equal((await get(reader, `/dashboard/api/companies/${id}`)).status, 404, id)
    }
  })
})

describe('PATCH /dashboard/api/companies/:id', () => {
  test('200 sets details, keeps what is absent, clears by null and by blanks', async () => {
    const details = {
      legal_name: 'First GmbH',
      legal_address: 'Torstraße 1\n10119 Berlin',
      legal_vat: 'DE1',
      payment_details: 'IBAN',
    }
    const changed = await patch(details)
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual((await patch({ legal_vat: null })).data, { ...changed.data, legal_vat: null })
    assert.equal((await patch({ legal_name: ' \n' })).data.legal_name, null)
    assert.equal((await get()).data.payment_details, 'IBAN')
  })

  test('200 with another currency: of what is made from now on', async () => {
    const customer = (await app.call('POST', '/v1/customers', { body: { name: 'C' } })).data
    const make = async () => (await app.call('POST', '/v1/invoices', { body: { customer_id: customer.id } })).data
    const before_it = await make()
    assert.equal((await patch({ currency: 'jpy' })).data.currency, 'JPY')
    assert.equal((await make()).currency, 'JPY')
    assert.equal((await app.call('GET', `/v1/invoices/${before_it.id}`)).data.currency, 'USD')
    await patch({ currency: 'USD' })
  })

  test('400 amount_too_large while a project has figures that the currency can not hold', async () => {
    const project = (await app.call('POST', '/v1/projects', { body: { title: 'Large', hourly_rate: 999_999_999_999 } })).data
    const body = { start_time: '2026-06-01T08:00:00Z', duration_minutes: 30 }
    assert.equal((await app.call('POST', `/v1/projects/${project.id}/time-entries`, { body })).status, 201)
    const refused = await patch({ currency: 'CLF' })
    assert.deepEqual([refused.status, refused.body.code, refused.body.param], [400, 'amount_too_large', 'currency'])
    assert.equal((await patch({ currency: 'KWD' })).status, 200)
    assert.equal((await app.call('GET', '/v1/projects')).data.projects[0].total_revenue, 499_999_999_999.5)
    await patch({ currency: 'USD' })
    assert.equal((await app.call('DELETE', `/v1/projects/${project.id}`)).status, 200)
    assert.equal((await patch({ currency: 'CLF' })).status, 200)
    await patch({ currency: 'USD' })
  })

  test('200 with another slug, also of other scripts; the same again is no conflict', async () => {
    for (const slug of ['renamed-2', '会社', 'x'.repeat(60), 'first']) {
      assert.equal((await patch({ slug })).data?.slug, slug)
      assert.equal((await patch({ slug })).status, 200)
    }
  })

  test("409 slug_taken for another company's slug of the organization, and nothing is changed; another organization's is free", async () => {
    const before_it = await fingerprint(app)
    const taken = await patch({ slug: 'second', name: 'Other' })
    assert.deepEqual([taken.status, taken.body.code, taken.body.param], [409, 'slug_taken', 'slug'])
    assert.equal(await fingerprint(app), before_it)
    const stranger = await app.addTenant()
    const owner = await signedIn(app, 'owner', stranger)
    const body = { slug: 'only-theirs' }
    const theirs = `/dashboard/api/companies/${stranger.company_id}`
    assert.equal((await fromPage(app, owner.cookie, 'PATCH', theirs, { body })).status, 200)
    assert.equal((await patch(body)).status, 200)
  })

  test('of several at once that want one slug, one gets it', async () => {
    const { sibling_id } = app.tenant
    const answers = await Promise.all(
      [path, `/dashboard/api/companies/${sibling_id}`, path, `/dashboard/api/companies/${sibling_id}`].map((of) =>
        patch({ slug: 'wanted' }, of),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 409, 409])
    const rows = await select(app, "SELECT id FROM companies WHERE slug = 'wanted'")
    assert.equal(rows.length, 1)
    await patch({ slug: 'first' })
    await patch({ slug: 'second' }, `/dashboard/api/companies/${sibling_id}`)
  })

  for (const [body, param] of [
    [{ slug: '' }, 'slug'],
    [{ slug: 'With-Capitals' }, 'slug'],
    [{ slug: 'a b' }, 'slug'],
    [{ slug: '-a' }, 'slug'],
    [{ slug: 'a--b' }, 'slug'],
    [{ slug: 'ä' }, 'slug'],
    [{ slug: '../x' }, 'slug'],
    [{ slug: 'x'.repeat(61) }, 'slug'],
    [{ slug: null }, 'slug'],
    [{ currency: 'XXX' }, 'currency'],
    [{ currency: 'EURO' }, 'currency'],
    [{ currency: null }, 'currency'],
    [{ legal_name: 'x'.repeat(256) }, 'legal_name'],
    [{ legal_address: 5 }, 'legal_address'],
    [{ payment_details: 'x'.repeat(2001) }, 'payment_details'],
    [{ logo_url: 'javascript:alert(1)' }, 'logo_url'],
    [{ logo_url: '/logos/x.png' }, 'logo_url'],
    [{ logo_url: dataUrl('image/png', Buffer.from('<script>alert(1)</script>')) }, 'logo_url'],
    [{ logo_url: dataUrl('image/png', Buffer.concat([png(2, 2), Buffer.from('<script>')])) }, 'logo_url'],
    [{ logo_url: dataUrl('image/png', jpeg(2, 2)) }, 'logo_url'],
    [{ logo_url: dataUrl('image/jpeg', jpeg(4097, 1)) }, 'logo_url'],
    [{ logo_url: dataUrl('image/svg+xml', png(2, 2)) }, 'logo_url'],
    [{ logo_url: 'data:image/png;base64,' }, 'logo_url'],
    [{ invoice_prefix: 'R E' }, 'invoice_prefix'],
    [{ id: 'com_1' }, 'id'],
  ] as const) {
    test(`400 for ${JSON.stringify(body).slice(0, 50)}`, async () => {
      const before_it = await fingerprint(app)
      const answer = await patch(body)
      assert.deepEqual([answer.status, answer.body.param], [400, param])
      assert.equal(await fingerprint(app), before_it)
    })
  }
})

describe('a logo that is given itself', () => {
  test('200 for a picture of the kind that it says, judged by its bytes; what lies there from before stays', async () => {
    for (const [media_type, bytes] of [
      ['image/png', png(3, 3)],
      ['image/jpeg', jpeg(3, 3)],
      ['image/webp', riff(['VP8L', lossless(3, 3)])],
    ] as const) {
      const logo_url = dataUrl(media_type, bytes)
      assert.equal((await patch({ logo_url })).data.logo_url, logo_url)
    }
    // Nobody looked at the bytes once.
    const old = 'data:image/png;base64,iVBORw0KGgo='
    await app.database.write((tx) =>
      tx.execute(
        { sql: `UPDATE companies SET logo_url = '${old}' WHERE id = '${app.tenant.company_id}'`, returns_rows: false },
        [],
      ),
    )
    assert.equal((await patch({ name: 'First', logo_url: old })).data.logo_url, old)
    assert.equal((await patch({ logo_url: null })).data.logo_url, null)
  })
})

test('a name of 255 characters may have 255 emoji in it, and no more', async () => {
  const add = (name: string) => fromPage(app, admin, 'POST', '/dashboard/api/companies', { body: { name } })
  assert.equal((await add('🧾'.repeat(255))).status, 201)
  const { status, body } = await add('🧾'.repeat(256))
  assert.deepEqual([status, body.param], [400, 'name'])
  const found = (name: string) => app.database.write((tx) => createOrganization(tx, name, app.now_ms()))
  await found('🧾'.repeat(255))
  await assert.rejects(found('🧾'.repeat(256)), /must have 1 to 255 characters/)
})

test('a prefix with other letters is refused in words', async () => {
  const { body } = await patch({ quote_prefix: 'Ä 1' })
  assert.equal(body.error, 'quote_prefix must be 1 to 12 letters, digits, - or _')
})

describe('the logo of a company', () => {
  for (const [name, bytes, extension, media_type] of [
    ['PNG', png(20, 10), 'png', 'image/png'],
    ['JPEG', jpeg(30, 20), 'jpg', 'image/jpeg'],
    ['WebP', riff(['VP8L', lossless(4, 4)]), 'webp', 'image/webp'],
  ] as const) {
    test(`200: a ${name} is served to everyone by its content, with headers under which it can be nothing else`, async () => {
      const { status, data, text } = await upload(bytes)
      assert.equal(status, 200, text)
      assert.equal(data.logo_url, `${PUBLIC_URL}/logos/${sha256(bytes)}.${extension}`)
      assert.equal((await get()).data.logo_url, data.logo_url)
      const { companies } = (await app.call('GET', '/v1/companies', { company: null })).data
      assert.equal(companies.find(({ id }: { id: string }) => id === app.tenant.company_id).logo_url, data.logo_url)
      const session = await fromPage(app, reader, 'GET', '/dashboard/api/session')
      assert.ok(session.text.includes(data.logo_url))

      const served = await fetchLogo(data.logo_url)
      assert.equal(served.statusCode, 200)
      assert.deepEqual(served.rawPayload, bytes)
      const { headers } = served
      assert.equal(headers['content-type'], media_type)
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
      assert.equal(headers['set-cookie'], undefined)
      const head = await fetchLogo(data.logo_url, 'HEAD')
      assert.deepEqual([head.statusCode, head.body, head.headers['content-length']], [200, '', String(bytes.length)])
      const known = await fetchLogo(data.logo_url, 'GET', { 'if-none-match': String(headers.etag) })
      assert.deepEqual([known.statusCode, known.body], [304, ''])
      assert.equal(known.headers['content-security-policy'], "default-src 'none'; sandbox")
    })
  }

  test('200: another one takes its place, the same again changes nothing, and the company beside it keeps its own', async () => {
    const beside = `/dashboard/api/companies/${app.tenant.sibling_id}`
    const first = await upload(png(5, 5))
    assert.equal((await upload(png(5, 5), beside)).data.logo_url, first.data.logo_url)
    const second = await upload(png(6, 6))
    assert.notEqual(second.data.logo_url, first.data.logo_url)
    // The other company has it still.
    assert.equal((await fetchLogo(first.data.logo_url)).statusCode, 200)
    const removed = await fromPage(app, admin, 'DELETE', `${beside}/logo`)
    assert.deepEqual([removed.status, removed.data.logo_url], [200, null])
    assert.equal((await fetchLogo(first.data.logo_url)).statusCode, 404)
    assert.equal((await fetchLogo(second.data.logo_url)).statusCode, 200)
    assert.equal((await upload(png(6, 6))).data.logo_url, second.data.logo_url)
    // A page sends back what it was shown.
    assert.equal((await patch({ name: 'First', logo_url: second.data.logo_url })).data.logo_url, second.data.logo_url)
    assert.equal((await fetchLogo(second.data.logo_url)).statusCode, 200)
    assert.equal((await patch({ logo_url: 'https://elsewhere.example/l.png' })).data.logo_url, 'https://elsewhere.example/l.png')
    assert.equal((await fetchLogo(second.data.logo_url)).statusCode, 404)
    assert.equal((await fromPage(app, admin, 'DELETE', `${path}/logo`)).data.logo_url, null)
    assert.deepEqual(await select(app, 'SELECT company_id FROM company_logos'), [])
  })

  test('200 with 256 kB and with sides of 4096; 400 with a byte or a pixel more', async () => {
    const large = (size: number) => {
      const short = riff(['VP8L', lossless(4, 4)])
      return riff(['VP8L', Buffer.concat([lossless(4, 4), Buffer.alloc(size - short.length + 1)])])
    }
    assert.equal(large(256 * 1024).length, 256 * 1024)
    assert.equal((await upload(large(256 * 1024))).status, 200)
    assert.equal((await upload(jpeg(4096, 4096))).status, 200)
    for (const bytes of [large(256 * 1024 + 2), jpeg(4097, 1), jpeg(1, 4097), jpeg(0, 5), jpeg(5, 0)]) {
      const answer = await upload(bytes)
      assert.deepEqual([answer.status, answer.body.param], [400, 'image'])
    }
    const { error } = (await upload(jpeg(0, 1))).body
    assert.equal(error, 'image must have 1 × 1 to 4096 × 4096 pixels, not 0 × 1')
  })

  test('413 for a body of 10 MB', async () => {
    assert.equal((await upload('A'.repeat(10 * 1024 * 1024))).status, 413)
  })

  const hostile: Record<string, string | Buffer> = {
    'an SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    HTML: Buffer.from('<html><script>alert(1)</script></html>'),
    'a PNG with HTML behind it': Buffer.concat([png(2, 2), Buffer.from('<script>alert(1)</script>')]),
    'a JPEG with an archive behind it': Buffer.concat([jpeg(2, 2), Buffer.from('PK\x03\x04')]),
    'a picture that is cut off': png(30, 30).subarray(0, 60),
    'a data: URL': `data:image/png;base64,${png(2, 2).toString('base64')}`,
    'no base64': '<<<>>>',
    'base64 with line breaks': png(30, 30)
      .toString('base64')
      .replace(/(.{20})/g, '$1\n'),
    nothing: '',
  }
  for (const [name, image] of Object.entries(hostile)) {
    test(`400 for ${name}, and the one that is there stays`, async () => {
      const { logo_url } = (await upload(png(7, 7))).data
      const answer = await upload(image)
      assert.deepEqual([answer.status, answer.body.param], [400, 'image'])
      assert.equal((await get()).data.logo_url, logo_url)
      assert.equal((await fetchLogo(logo_url)).statusCode, 200)
    })
  }

  test('404 for a company of another organization, whose logo stays as it is', async () => {
    const stranger = await app.addTenant()
    const theirs = `/dashboard/api/companies/${stranger.company_id}`
    assert.equal((await upload(png(2, 2), theirs)).status, 404)
    assert.equal((await fromPage(app, admin, 'DELETE', `${theirs}/logo`)).status, 404)
  })

  test('404 for addresses that name no picture, in the way of programs', async () => {
    const hash = sha256(png(7, 7))
    for (const name of [`${hash}.jpg`, `${hash}.PNG`, hash, `${'0'.repeat(64)}.png`, `${hash}.png.html`, '..%2fx', "x'--.png"]) {
      const answer = await fetchLogo(`/logos/${name}`)
      assert.equal(answer.statusCode, 404, name)
      assert.equal(JSON.parse(answer.body).code, 'not_found', name)
    }
  })

  test('goes with an export and an import', async () => {
    const { logo_url } = (await upload(png(9, 9))).data
    await patch({ legal_name: 'Kept GmbH', payment_details: 'IBAN kept' })
    const copy = await startTestApp({ copy_of: app })
    try {
      const served = await copy.server.inject({ method: 'GET', url: logo_url.replace(PUBLIC_URL, '') })
      assert.deepEqual([served.statusCode, served.rawPayload], [200, png(9, 9)])
      const { companies } = (await copy.call('GET', '/v1/companies', { company: null })).data
      assert.ok(companies.some((one: { logo_url: string }) => one.logo_url === logo_url))
    } finally {
      await copy.close()
    }
  })
})
