// What somebody has done at /dashboard/auth is in the audit log when it is answered: no end of the process comes between.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Authenticator } from '../../../test/support/authenticator.ts'
import { codeOf } from '../../../test/support/codes.ts'
import { addMember, auth, cookieOf, fromPage, PASSWORD, type TestMember } from '../../../test/support/dashboard.ts'
import { select } from '../../../test/support/fixtures.ts'
import { PUBLIC_URL, startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

/** Whether the newest committed row of the member is of the request: what is in the buffer is not waited for. */
async function assertRecorded({ user_id }: TestMember, path: string): Promise<void> {
  const { organization_id } = app.tenant
  const sql = `SELECT path, status, user_id FROM audit_log WHERE organization_id = '${organization_id}' ORDER BY sequence DESC LIMIT 1`
  const [row] = await select(app, sql)
  assert.deepEqual([row?.path, row?.status, row?.user_id], [path, 200, user_id])
}

test('signing in and out, another password, and the second factor', async () => {
  const member = await addMember(app, 'member')
  const { email } = member
  let cookie: string | undefined
  const send = async (name: string, body: object, jar = cookie) => {
    const answer = await auth(app, name, body, jar === undefined ? {} : { cookie: jar })
    assert.equal(answer.status, 200, `${name}: ${JSON.stringify(answer.body)}`)
    await assertRecorded(member, `/dashboard/auth/${name}`)
    cookie = cookieOf(answer) ?? cookie
    return answer
  }
  await send('sign-in/email', { email, password: PASSWORD })
  const password = 'another horse battery'
  await send('change-password', { currentPassword: PASSWORD, newPassword: password })
  const { totpURI } = (await send('two-factor/enable', { password })).body
  await send('two-factor/verify-totp', { code: codeOf(totpURI) })
  const { backupCodes } = (await send('two-factor/generate-backup-codes', { password })).body
  await send('sign-out', {})
  const begin = async () => cookieOf(await send('sign-in/email', { email, password }), '__Host-quoin.two_factor')!
  await send('two-factor/verify-totp', { code: codeOf(totpURI, 1) }, await begin())
  await send('two-factor/verify-backup-code', { code: backupCodes[0] }, await begin())
  await send('two-factor/disable', { password })
})

test('a passkey: added, signed in with, renamed and removed', async () => {
  const member = await addMember(app, 'member')
  const device = new Authenticator(PUBLIC_URL)
  const signed = await auth(app, 'sign-in/email', { email: member.email, password: PASSWORD })
  const asked = async (name: string, jar?: string) => {
    const answer = await auth(app, name, {}, jar === undefined ? {} : { cookie: jar })
    return { options: answer.body, cookie: [jar, cookieOf(answer, '__Host-quoin.passkey')].filter(Boolean).join('; ') }
  }
  const making = await asked('passkey/generate-register-options', cookieOf(signed))
  const body = { name: 'Laptop', response: device.create(making.options) }
  const made = await auth(app, 'passkey/verify-registration', body, making)
  assert.equal(made.status, 200)
  await assertRecorded(member, '/dashboard/auth/passkey/verify-registration')
  const entering = await asked('passkey/generate-authenticate-options')
  const entered = await auth(app, 'passkey/verify-authentication', { response: device.get(entering.options) }, entering)
  assert.equal(entered.status, 200)
  await assertRecorded(member, '/dashboard/auth/passkey/verify-authentication')
  const path = `/dashboard/api/passkeys/${made.body.id}`
  assert.equal((await fromPage(app, cookieOf(entered), 'PATCH', path, { body: { name: 'Old laptop' } })).status, 200)
  await assertRecorded(member, path)
  assert.equal((await fromPage(app, cookieOf(entered), 'DELETE', path)).status, 200)
  await assertRecorded(member, path)
})
