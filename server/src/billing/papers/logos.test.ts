// The logo of an issued document is the one that it was issued with, whatever the company does to its own.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fromPage, signedIn } from '../../../test/support/dashboard.ts'
import { select } from '../../../test/support/fixtures.ts'
import { png } from '../../../test/support/pictures.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { sha256 } from '../../kernel/crypto.ts'
import type { Paper } from '../printing/paper.ts'

let app: TestApp
before(async () => {
  const print = async (paper: Paper) => {
    const pdf = Buffer.from(JSON.stringify({ ...paper, logo: paper.logo && sha256(paper.logo.bytes) }))
    return { pdf, sha256: sha256(pdf) }
  }
  app = await startTestApp({ press: { print } })
})
after(() => app.close())

const company = () => `/v1/companies/${app.tenant.company_id}`
const setLogo = async (logo_url: string | null) => {
  const answer = await app.call('PATCH', company(), { body: { logo_url } })
  assert.equal(answer.status, 200, answer.text)
}

async function issued(): Promise<string> {
  const customer = await app.call('POST', '/v1/customers', { body: { name: 'Ada' } })
  const { data } = await app.call('POST', '/v1/invoices', { body: { customer_id: customer.data.id } })
  await app.call('PATCH', `/v1/invoices/${data.id}`, { body: { status: 'sent' } })
  return data.id
}

/** The hash of the logo in the PDF. */
async function logoIn(id: string): Promise<string | null> {
  return JSON.parse((await app.call('GET', `/v1/invoices/${id}/pdf`)).text).logo
}

test('a logo that was uploaded stays in what was issued with it, at its address too', async () => {
  const admin = await signedIn(app, 'admin')
  const [first, second] = [png(20, 10), png(10, 20)]
  const upload = (bytes: Buffer) =>
    fromPage(app, admin.cookie, 'POST', `/dashboard/api/companies/${app.tenant.company_id}/logo`, {
      body: { image: bytes.toString('base64') },
    })
  await upload(first)
  const old = await issued()
  const address = `/logos/${sha256(first)}.png`
  await upload(second)
  const newer = await issued()
  assert.deepEqual([await logoIn(old), await logoIn(newer)], [sha256(first), sha256(second)])
  assert.equal((await app.server.inject({ method: 'GET', url: address })).statusCode, 200)
  await setLogo(null)
  assert.equal(await logoIn(old), sha256(first))
  assert.deepEqual(
    [(await app.server.inject({ method: 'GET', url: address })).statusCode, await logoIn(await issued())],
    [200, null],
  )
  const copy = await startTestApp({ copy_of: app, press: { print: async () => assert.fail('It is kept') } })
  try {
    assert.equal((await copy.server.inject({ method: 'GET', url: address })).statusCode, 200)
    assert.equal(JSON.parse((await copy.call('GET', `/v1/invoices/${old}/pdf`)).text).logo, sha256(first))
  } finally {
    await copy.close()
  }
})

test('a logo that was given as data is kept by its hash, and not in each document', async () => {
  const bytes = png(30, 30)
  await setLogo(`data:image/png;base64,${bytes.toString('base64')}`)
  const id = await issued()
  const [{ issued_company }] = await select(app, `SELECT issued_company FROM invoices WHERE id = '${id}'`)
  assert.equal(JSON.parse(issued_company).logo_url, `/logos/${sha256(bytes)}.png`)
  await setLogo(null)
  assert.equal(await logoIn(id), sha256(bytes))
})

test('a draft shows the logo of the moment', async () => {
  const customer = await app.call('POST', '/v1/customers', { body: { name: 'Ada' } })
  const { data } = await app.call('POST', '/v1/invoices', { body: { customer_id: customer.data.id } })
  for (const bytes of [png(4, 4), png(5, 5)]) {
    await setLogo(`data:image/png;base64,${bytes.toString('base64')}`)
    assert.equal(await logoIn(data.id), sha256(bytes))
  }
})

test('a logo elsewhere is fetched once, when it is set, and printed as it was then', async () => {
  let fetched = 0
  const there = png(40, 20)
  const print = async (paper: Paper) => {
    const pdf = Buffer.from(JSON.stringify({ logo: paper.logo && sha256(paper.logo.bytes) }))
    return { pdf, sha256: sha256(pdf) }
  }
  const fetchLogo = async (url: string) => {
    fetched++
    if (url.includes('gone')) throw new Error('it answers with status 404')
    return url.includes('page') ? Buffer.from('<html>') : there
  }
  const beside = await startTestApp({ beside: app, press: { print }, fetchLogo })
  try {
    const set = (logo_url: string) => beside.call('PATCH', company(), { body: { logo_url } })
    assert.equal((await set('https://logos.example/a.png')).data.logo_url, 'https://logos.example/a.png')
    const id = await issued()
    assert.equal(JSON.parse((await beside.call('GET', `/v1/invoices/${id}/pdf`)).text).logo, sha256(there))
    assert.equal((await set('https://logos.example/a.png')).status, 200)
    assert.equal(fetched, 1)
    for (const [url, words] of [
      ['https://logos.example/gone.png', "logo_url can't be fetched: it answers with status 404"],
      ['https://logos.example/page.html', 'logo_url must be a whole PNG, JPEG or WebP'],
    ] as const) {
      const refused = await set(url)
      assert.deepEqual([refused.status, refused.body.param, refused.body.error], [400, 'logo_url', words])
    }
    assert.equal((await beside.call('GET', company())).data.logo_url, 'https://logos.example/a.png')
  } finally {
    await beside.close()
  }
})
