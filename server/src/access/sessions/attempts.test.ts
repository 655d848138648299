// One count of guesses for every way in, by person and address; and no way to lock somebody else out.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { codeOf } from '../../../test/support/codes.ts'
import { addMember, auth, cookieOf, fromPage, PASSWORD, signedIn } from '../../../test/support/dashboard.ts'
import { select } from '../../../test/support/fixtures.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../test/support/test-app.ts'
import { createBackOff } from './back-off.ts'

let app: TestApp
let stranger: TestTenant
let strangers_cookie: string
before(async () => {
  app = await startTestApp()
  stranger = await app.addTenant()
  strangers_cookie = (await signedIn(app, 'owner', stranger)).cookie
})
after(() => app.close())

const WRONG = 'wrong horse battery'
const STRANGER = '203.0.113.7'
const BEGUN = '__Host-quoin.two_factor'
// What the tests before have guessed is forgotten.
beforeEach(() => app.pass(61 * 60_000))

const enter = (email: string, password: string, address: string) => auth(app, 'sign-in/email', { email, password }, { address })
const callFrom = async (address: string, method: 'POST', path: string, body: object) => {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const answer = await app.server.inject({ method, url: path, remoteAddress: address, headers, payload: JSON.stringify(body) })
  return { status: answer.statusCode, body: JSON.parse(answer.body) }
}

/** Someone with a second factor, and what a stranger may know of them. */
async function withFactor() {
  const { email, cookie } = await signedIn(app, 'owner')
  const { totpURI, backupCodes } = (await auth(app, 'two-factor/enable', { password: PASSWORD }, { cookie })).body
  assert.equal((await auth(app, 'two-factor/verify-totp', { code: codeOf(totpURI) }, { cookie })).status, 200)
  return { email, totpURI, backupCodes: backupCodes as string[] }
}

/** A link of a stranger's organization for somebody else's address, a new one each time that it is asked for. */
async function linksFor(email: string): Promise<() => Promise<string>> {
  const body = { name: 'Wanted', email, role: 'member' }
  const made = await fromPage(app, strangers_cookie, 'POST', '/dashboard/api/members', { body })
  assert.equal(made.status, 201, made.text)
  return async () => {
    const again = await fromPage(app, strangers_cookie, 'POST', `/dashboard/api/members/${made.data.member.id}/link`)
    return `/dashboard/api/welcome/${again.data.link.split('/').at(-1)}`
  }
}

describe('guesses at one person from one address', () => {
  test('of 121 by ever new links five are looked at; the sign-in from there waits too, and the owner does not', async () => {
    const { email } = await addMember(app, 'owner')
    const link = await linksFor(email)
    const statuses: number[] = []
    for (let number = 0; number < 121; number++) {
      statuses.push((await callFrom(STRANGER, 'POST', await link(), { password: `${WRONG} ${number}` })).status)
    }
    assert.deepEqual([statuses.filter((one) => one === 400).length, statuses.filter((one) => one === 429).length], [5, 116])
    // The right one is not looked at either.
    assert.equal((await callFrom(STRANGER, 'POST', await link(), { password: PASSWORD })).status, 429)
    assert.equal((await enter(email, PASSWORD, STRANGER)).status, 429)
    assert.equal((await enter(email, PASSWORD, '198.51.100.9')).status, 200)
    assert.equal((await callFrom('198.51.100.9', 'POST', await link(), { password: PASSWORD })).status, 200)
  })

  test('count together, whichever way: password, link, code, backup code, passkey', async () => {
    const { email, totpURI } = await withFactor()
    const link = await linksFor(email)
    const begun = cookieOf(await enter(email, PASSWORD, STRANGER), BEGUN)!
    const [{ id: person_id }] = await select(app, `SELECT id FROM persons WHERE email = '${email}'`)
    const sql = `INSERT INTO passkeys (id, person_id, public_key, credential_id, counter, device_type, backed_up) VALUES ('pk', '${person_id}', 'x', 'known-device', 0, 'x', 0)`
    await app.database.write(async (tx) => tx.execute({ sql, returns_rows: false }, []))
    const code = (name: string, typed: string) =>
      auth(app, `two-factor/${name}`, { code: typed }, { cookie: begun, address: STRANGER })
    const device = { id: 'known-device', rawId: 'known-device', type: 'public-key', response: {}, clientExtensionResults: {} }
    const failures = [
      await enter(email, WRONG, STRANGER),
      await callFrom(STRANGER, 'POST', await link(), { password: WRONG }),
      await code('verify-totp', '000000'),
      await code('verify-backup-code', 'no-such-code'),
      await auth(app, 'passkey/verify-authentication', { response: device }, { address: STRANGER }),
    ]
    for (const { status } of failures) assert.ok(status === 400 || status === 401, String(status))
    const refused = [
      await enter(email, PASSWORD, STRANGER),
      await callFrom(STRANGER, 'POST', await link(), { password: PASSWORD }),
      await code('verify-totp', codeOf(totpURI, 1)),
      await auth(app, 'passkey/verify-authentication', { response: device }, { address: STRANGER }),
    ]
    assert.deepEqual(
      refused.map(({ status, body }) => [status, body.code]),
      refused.map(() => [429, 'too_many_attempts']),
    )
  })

  test('the right password between them gives no new guesses at the code', async () => {
    const { email } = await withFactor()
    let looked_at = 0
    for (let number = 0; number < 12; number++) {
      const half = await enter(email, PASSWORD, STRANGER)
      if (half.status === 429) continue
      const cookie = cookieOf(half, BEGUN)!
      const guess = await auth(app, 'two-factor/verify-totp', { code: `00000${number % 10}` }, { cookie, address: STRANGER })
      if (guess.status === 401) looked_at++
    }
    assert.equal(looked_at, 5)
  })
})

describe('the owner, from an address of their own', () => {
  test('gets in by password and code while strangers who know the password guess codes from 30 addresses', async () => {
    const { email, totpURI, backupCodes } = await withFactor()
    const strangers = Array.from({ length: 30 }, async (_, number) => {
      const address = `198.18.0.${number}`
      const cookie = cookieOf(await enter(email, PASSWORD, address), BEGUN)!
      assert.equal((await auth(app, 'two-factor/verify-totp', { code: '000000' }, { cookie, address })).status, 401)
    })
    await Promise.all(strangers)
    for (const [name, code] of [
      ['verify-totp', codeOf(totpURI, 1)],
      ['verify-backup-code', backupCodes[0]!],
    ] as const) {
      const address = '198.51.100.10'
      const cookie = cookieOf(await enter(email, PASSWORD, address), BEGUN)!
      const answer = await auth(app, `two-factor/${name}`, { code }, { cookie, address })
      assert.deepEqual([answer.status, cookieOf(answer) !== undefined], [200, true], name)
    }
  })

  test('codes of no sign-in are counted by address alone: they make nobody wait, and leave one row', async () => {
    const { email, totpURI } = await withFactor()
    const rows = async () => (await select(app, 'SELECT name FROM sign_in_failures')).length
    const before_it = await rows()
    const statuses: number[] = []
    for (let number = 0; number < 40; number++) {
      const cookie = `${BEGUN}=forged${number}.${'A'.repeat(43)}%3D`
      statuses.push((await auth(app, 'two-factor/verify-totp', { code: '000000' }, { cookie, address: STRANGER })).status)
    }
    assert.deepEqual([statuses.filter((one) => one === 401).length, statuses.filter((one) => one === 429).length], [30, 10])
    assert.equal(await rows(), before_it + 1)
    const cookie = cookieOf(await enter(email, PASSWORD, '198.51.100.11'), BEGUN)!
    const answer = await auth(app, 'two-factor/verify-totp', { code: codeOf(totpURI, 1) }, { cookie, address: '198.51.100.11' })
    assert.equal(answer.status, 200)
  })
})

test('of ever other accounts from ever other addresses only the newest rows are kept', async () => {
  const service = await startTestApp()
  const limits = { most_kept: 30, trimmed_every: 10 }
  const backOff = createBackOff(service.database, { now_ms: () => service.now_ms() }, async () => {}, limits)
  const fail = (account: string, address: string) =>
    backOff.attempt({ account, address }, async () => ({ result: 0, outcome: 'failed' as const }))
  for (let number = 0; number < 100; number++) {
    service.pass(1)
    await fail(`somebody${number}`, `198.18.1.${number}`)
    const { length } = await select(service, 'SELECT name FROM sign_in_failures')
    assert.ok(length <= limits.most_kept + 3 * limits.trimmed_every, `${length} rows after ${number}`)
  }
  // What somebody has just guessed still counts.
  for (let number = 0; number < 4; number++) await fail('somebody99', '198.18.1.99')
  await assert.rejects(fail('somebody99', '198.18.1.99'), { status: 429 })
  await service.close()
})
