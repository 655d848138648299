// Sign-ins that are only begun: each keeps a row, so one address begins so many and no more, at whichever service.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addMember, auth, PASSWORD } from '../../../test/support/dashboard.ts'
import { select } from '../../../test/support/fixtures.ts'
import { CLIENT, type Issuer, startIssuer } from '../../../test/support/issuer.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

const CHALLENGE = 'passkey/generate-authenticate-options'
const MOST_BEGUN = 30

let issuer: Issuer
let one: TestApp
let two: TestApp
before(async () => {
  issuer = await startIssuer()
  const single_sign_on = { ...CLIENT, issuer: issuer.url }
  one = await startTestApp({ single_sign_on })
  two = await startTestApp({ beside: one, single_sign_on })
  // The first one waits for the library to be loaded, which keeps a busy machine from all else.
  for (const app of [one, two]) assert.equal((await begin(app, CHALLENGE, '203.0.113.1')).status, 200)
})
after(async () => {
  await two.close()
  await one.close()
  await issuer.close()
})

const begin = (app: TestApp, path: string, address: string) =>
  auth(app, path, path === 'sign-in/sso' ? { to: '/' } : {}, { address })

describe('sign-ins that are begun from one address', () => {
  for (const [path, address] of [
    [CHALLENGE, '203.0.113.7'],
    ['sign-in/sso', '203.0.113.8'],
  ] as const) {
    test(`${path}: 30 in a row at all services together, then 429 with Retry-After and no row; one more every two seconds`, async () => {
      const statuses: number[] = []
      const send = async (count: number) => {
        const answers = await Promise.all(
          Array.from({ length: count }, (_, number) => begin(number % 2 ? two : one, path, address)),
        )
        statuses.push(...answers.map(({ status }) => status))
        return answers.filter(({ status }) => status === 429)
      }
      const refused = await send(MOST_BEGUN + 4)
      const expected = [...Array.from({ length: MOST_BEGUN }, () => 200), ...[429, 429, 429, 429]]
      assert.deepEqual(statuses.sort(), expected)
      assert.deepEqual([refused[0]!.body.code, refused[0]!.headers['retry-after']], ['too_many_attempts', '2'])
      const rows = () => select(one, 'SELECT id FROM verifications')
      const before_it = (await rows()).length
      assert.ok(before_it >= MOST_BEGUN)
      assert.equal((await begin(two, path, address)).status, 429)
      assert.equal((await rows()).length, before_it)
      for (const app of [one, two]) app.pass(2_000)
      assert.deepEqual([(await begin(one, path, address)).status, (await begin(two, path, address)).status], [200, 429])
      assert.equal((await begin(one, path, '203.0.113.99')).status, 200)
    })
  }

  test('both ways count together, and the whole network of an IPv6 address; passwords are not counted with them', async () => {
    const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9']
    for (let number = 0; number < MOST_BEGUN; number++) {
      const path = number % 3 ? CHALLENGE : 'sign-in/sso'
      assert.equal((await begin(one, path, addresses[number % 2]!)).status, 200)
    }
    for (const path of [CHALLENGE, 'sign-in/sso']) assert.equal((await begin(one, path, addresses[1]!)).status, 429)
    assert.equal((await begin(one, CHALLENGE, '2001:db8:1:3::1')).status, 200)
    const { email } = await addMember(one, 'member')
    const address = addresses[0]!
    assert.equal((await auth(one, 'sign-in/email', { email, password: PASSWORD }, { address })).status, 200)
  })

  test('a minute later none of them counts', async () => {
    const address = '203.0.113.20'
    for (const expected of [200, 200]) {
      for (let number = 0; number < MOST_BEGUN; number++) assert.equal((await begin(one, CHALLENGE, address)).status, expected)
      assert.equal((await begin(one, CHALLENGE, address)).status, 429)
      one.pass(60_000)
    }
  })
})
