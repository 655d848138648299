import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { startTestApp, type TestApp } from '../../test/support/test-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'quoin-pages-'))
const script = 'console.log("quoin")\n'.repeat(100)
let app: TestApp

before(async () => {
  app = await startTestApp({ pages_dir: folder })
})
after(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.server.inject({ method: 'GET', url, headers })

test('while there are none, / says how to make them, and all else is as it was', async () => {
  const { statusCode, body, headers } = await get('/')
  assert.deepEqual([statusCode, headers['content-type']], [200, 'text/html; charset=utf-8'])
  assert.match(body, /npm run build/)
  assert.equal((await get('/invoices')).statusCode, 404)
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets', 'app-4f2a.js'), script)
  writeFileSync(join(folder, 'assets', 'app-4f2a.js.map'), '{}')
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
  writeFileSync(join(folder, 'index.html'), '<title>Quoin</title>')
})

test('the index is at every address that a page has, with a strict policy', async () => {
  for (const path of [
    '/',
    '/invoices',
    '/invoices/inv_1?tab=events',
    '/acme/invoices',
    '/%E4%BC%9A/time/',
    '/welcome/abc',
    '/index.html',
  ]) {
    const { statusCode, body, headers } = await get(path)
    assert.deepEqual([statusCode, body], [200, '<title>Quoin</title>'], path)
    assert.equal(headers['cache-control'], 'no-cache')
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /^default-src 'none'; script-src 'self';.*frame-ancestors 'none'$/)
    assert.ok(!policy.includes('unsafe'))
    assert.equal(headers['x-content-type-options'], 'nosniff')
  }
  const { headers } = await get('/')
  assert.equal((await get('/', { 'if-none-match': String(headers.etag) })).statusCode, 304)
})

test('files with their content in the name are kept for good, and are sent compressed to who takes them so', async () => {
  const { statusCode, body, headers } = await get('/assets/app-4f2a.js')
  assert.deepEqual([statusCode, body], [200, script])
  assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
  const compressed = await get('/assets/app-4f2a.js', { 'accept-encoding': 'br, gzip' })
  assert.equal(compressed.headers['content-encoding'], 'gzip')
  assert.equal(gunzipSync(compressed.rawPayload).toString(), script)
  const icon = await get('/favicon.svg')
  assert.deepEqual([icon.headers['content-type'], icon.headers['cache-control']], ['image/svg+xml', 'no-cache'])
})

test('what programs look for is answered in their way; what was not built for the browser is not there', async () => {
  for (const [path, status] of [
    ['/v1/nothing', 401],
    ['/dashboard/api/nothing', 401],
    ['/dashboard/nothing', 404],
    ['/assets/app-0000.js', 404],
    ['/assets/app-4f2a.js.map', 404],
    ['/docs/nothing', 404],
    ['/metrics', 404],
    ['/readyz', 404],
    ['/v2', 404],
    ['/v2/x', 404],
    ['/v2/invoices', 404],
    ['/acme', 404],
    ['/acme/nothing', 404],
    ['/.env', 404],
    ['/wp-login.php', 404],
    ['/favicon.ico', 404],
  ] as const) {
    const { statusCode, headers } = await get(path)
    assert.deepEqual([statusCode, headers['content-type']], [status, 'application/json; charset=utf-8'], path)
  }
  assert.equal((await get('/health')).statusCode, 200)
  assert.match((await get('/docs')).body, /API reference/)
  assert.equal((await app.server.inject({ method: 'POST', url: '/invoices' })).statusCode, 404)
  for (const path of ['/../package.json', '/%2e%2e/package.json', '/assets/../../package.json']) {
    assert.ok(!(await get(path)).body.includes('"name"'), path)
  }
})

test('a browser gets a page: the first one of a company, and 404 with a small one where none is', async () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  assert.equal((await get('/acme', { accept })).body, '<title>Quoin</title>')
  for (const path of ['/metrics', '/readyz', '/v2', '/v2/x', '/acme/nothing', '/.env', '/assets/none.js', '/docs/none']) {
    const { statusCode, body, headers } = await get(path, { accept })
    assert.deepEqual([statusCode, headers['content-type']], [404, 'text/html; charset=utf-8'], path)
    assert.match(body, /No such page/)
  }
  for (const [path, other] of [
    ['/v1/nothing', accept],
    ['/acme', 'application/json'],
    ['/acme', 'text/html;q=0, */*'],
  ] as const)
    assert.equal((await get(path, { accept: other })).headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(
    (await app.server.inject({ method: 'POST', url: '/acme', headers: { accept } })).headers['content-type'],
    'application/json; charset=utf-8',
  )
})

test('a new build is seen without a start', async () => {
  writeFileSync(join(folder, 'index.html'), '<title>Newer</title>')
  const later = new Date(Date.now() + 5_000)
  utimesSync(join(folder, 'index.html'), later, later)
  assert.equal((await get('/')).body, '<title>Newer</title>')
})
