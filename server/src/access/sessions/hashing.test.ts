// Hashes of passwords take no transaction, and not all of the machine.
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { after, before, describe, mock, test } from 'node:test'
import { addMember, auth, fromPage, PASSWORD, signedIn } from '../../../test/support/dashboard.ts'
import { hashAtFullCost } from '../../../test/support/quick-passwords.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { setUp } from '../../operate/first-start.ts'
import { hashPassword, isPasswordOf, refuseWhileFull } from './hashing.ts'

/** Where a hash is made: inside a transaction that writes, or one that reads, or not. */
const inside = new AsyncLocalStorage<string>()
const seen: (string | undefined)[] = []
let running = 0
let most_running = 0
/** What holds hashes back while it is there: then they cost nothing. */
let held: (() => void)[] | undefined

let app: TestApp
before(async () => {
  hashAtFullCost()
  const { scrypt } = crypto
  // By any caller, the library of the sign-in included.
  mock.method(crypto, 'scrypt', (...args: Parameters<typeof scrypt>) => {
    seen.push(inside.getStore())
    most_running = Math.max(most_running, ++running)
    const done = args.at(-1) as unknown as (error: Error | null, key: Buffer) => void
    if (held) return void held.push(() => done(null, Buffer.alloc(64, --running)))
    return (scrypt as (...all: unknown[]) => void)(...args.slice(0, -1), (error: Error | null, key: Buffer) => {
      running--
      done(error, key)
    })
  })
  syncBuiltinESMExports()
  app = await startTestApp()
  for (const name of ['write', 'read', 'readOne'] as const) {
    const original = app.database[name].bind(app.database) as (work: (tx: unknown) => unknown, ...rest: unknown[]) => unknown
    Object.assign(app.database, {
      [name]: (work: (tx: unknown) => unknown, ...rest: unknown[]) =>
        original((tx: unknown) => inside.run(name, () => work(tx)), ...rest),
    })
  }
})
after(async () => {
  await app.close()
  mock.restoreAll()
  syncBuiltinESMExports()
})

describe('while many sign in, change passwords and use links', () => {
  test('no hash is made inside a transaction, so the writer is free; and two at most are made at once', async () => {
    const owner = await signedIn(app, 'owner')
    const stranger = await app.addTenant()
    const known = await addMember(app, 'member')
    const there = await signedIn(app, 'owner', stranger)
    const linkOf = async (cookie: string, email: string) => {
      const body = { name: 'Wanted', email, role: 'member' }
      const { data } = await fromPage(app, cookie, 'POST', '/dashboard/api/members', { body })
      return `/dashboard/api/welcome/${data.link.split('/').at(-1)}`
    }
    const links = [await linkOf(owner.cookie, 'new@example.com'), await linkOf(there.cookie, known.email)]
    seen.length = 0
    most_running = 0
    const statuses = await Promise.all([
      ...Array.from({ length: 8 }, (_, number) =>
        auth(app, 'sign-in/email', { email: `x${number}@example.com`, password: PASSWORD }, { address: `198.18.2.${number}` }),
      ),
      auth(app, 'sign-in/email', { email: known.email, password: PASSWORD }),
      fromPage(app, undefined, 'POST', links[0]!, { body: { password: 'a password of theirs' } }),
      fromPage(app, undefined, 'POST', links[1]!, { body: { password: PASSWORD } }),
      auth(app, 'change-password', { currentPassword: PASSWORD, newPassword: 'another horse battery' }, { cookie: owner.cookie }),
      setUp(
        app.database,
        { organization: 'O', company: { name: 'C' }, email: 'set-up@example.com', password: PASSWORD },
        app.now_ms(),
      ),
    ])
    assert.deepEqual(
      statuses.map((one) => ('status' in one ? one.status : 200)),
      [...Array.from({ length: 8 }, () => 401), 200, 200, 200, 200, 200],
    )
    assert.ok(seen.length >= 14, `${seen.length} hashes`)
    assert.deepEqual([...new Set(seen)], [undefined])
    assert.equal(most_running, 2)
  })

  test('503 with Retry-After where as many wait as may, before anything is kept; then it goes on', async () => {
    const { email } = await addMember(app, 'member')
    const letGo: (() => void)[] = []
    held = letGo
    const flood = Array.from({ length: 202 }, () => hashPassword('x'))
    assert.throws(refuseWhileFull, { status: 503 })
    const refused = await auth(app, 'sign-in/email', { email, password: PASSWORD })
    assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '1'])
    held = { push: (go: () => void) => setImmediate(go) } as never
    for (const go of letGo) go()
    await Promise.all(flood)
    held = undefined
    assert.equal((await auth(app, 'sign-in/email', { email, password: PASSWORD })).status, 200)
  })
})

test('a hash that fails gives its turn to the next one', async () => {
  await assert.rejects(hashPassword(undefined as never))
  await assert.rejects(hashPassword(undefined as never))
  assert.ok(await isPasswordOf(await hashPassword(PASSWORD), PASSWORD))
})
