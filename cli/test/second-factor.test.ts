// A second factor that was lost: the operator on the machine switches it off, beside a server that runs.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { codeOf } from '../../server/test/support/codes.ts'
import { runCli, type ServerProcess, startServerProcess, temporaryFolder } from '../../server/test/support/server-process.ts'

const EMAIL = 'ada@example.com'
const PASSWORD = 'correct horse battery'

const folder = temporaryFolder()
let server: ServerProcess

before(async () => {
  const setup = ['setup', '--organization', 'O', '--company', 'C', '--email', EMAIL, '--password', PASSWORD]
  assert.equal((await runCli(folder.path, ...setup)).code, 0)
  server = await startServerProcess(folder.path)
})
after(async () => {
  await server.end('SIGTERM')
  folder.remove()
})

/** A request of a page; the cookies that it sets, and what it answers. */
async function send(path: string, body?: object, cookie = '') {
  const answer = await fetch(server.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { origin: server.url, 'content-type': 'application/json', cookie },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const set = answer.headers.getSetCookie().map((one) => one.split(';')[0]!)
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by tests
  return { status: answer.status, body: (await answer.json()) as any, cookie: set.join('; ') }
}
const enter = () => send('/dashboard/auth/sign-in/email', { email: EMAIL, password: PASSWORD })
const session = (cookie: string) => send('/dashboard/api/session', undefined, cookie)

test('quoin users reset-second-factor: signs in with the password alone again, ends sessions, and is in the audit log', async () => {
  const none = await runCli(folder.path, 'users', 'reset-second-factor', EMAIL)
  assert.deepEqual([none.code, none.stderr], [1, `quoin: ${EMAIL} has no second factor\n`])

  const { cookie } = await enter()
  const { totpURI } = (await send('/dashboard/auth/two-factor/enable', { password: PASSWORD }, cookie)).body
  const confirmed = await send('/dashboard/auth/two-factor/verify-totp', { code: codeOf(totpURI) }, cookie)
  assert.equal(confirmed.status, 200)
  assert.equal((await enter()).body.twoFactorRedirect, true)
  assert.equal((await session(confirmed.cookie)).status, 200)

  const { code, stdout, stderr } = await runCli(folder.path, 'users', 'reset-second-factor', ' Ada@Example.com', '--json')
  assert.equal(code, 0, stderr)
  const made = JSON.parse(stdout)
  assert.deepEqual([made.email, made.user_ids.length, made.passkeys], [EMAIL, 1, 0])
  assert.equal((await session(confirmed.cookie)).status, 401)

  const again = await enter()
  const { data } = (await session(again.cookie)).body
  assert.deepEqual([data.user.id, data.two_factor_enabled], [made.user_ids[0], false])
  const log = (await send('/dashboard/api/audit-log?path=reset-second-factor', undefined, again.cookie)).body.data
  assert.deepEqual(
    log.entries.map(({ method, path, status }: { method: string; path: string; status: number }) => [method, path, status]),
    [['COMMAND', `users reset-second-factor ${made.user_ids[0]}`, 200]],
  )
  assert.equal((await runCli(folder.path, 'audit', 'verify')).code, 0)
})
