// Two services on one database, when people of the dashboard do the same at the same moment: each gets a clear answer, and the result
// is consistent. Each race runs several times, since the timing differs.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { admitVouched } from '../src/access/sessions/persons.ts'
import { addMember, fromPage, PASSWORD, signedIn, signIn } from './support/dashboard.ts'
import { select } from './support/fixtures.ts'
import { startTestApp, type TestAnswer, type TestApp, type TestTenant } from './support/test-app.ts'

const ROUNDS = 5
/** The number of races with password hashing, which is slow. */
const SLOW_ROUNDS = 2
const COMPANIES = '/dashboard/api/companies'
const MEMBERS = '/dashboard/api/members'
const KEYS = '/dashboard/api/api-keys'

let one: TestApp
let two: TestApp
let cookie: string

before(async () => {
  one = await startTestApp()
  two = await startTestApp({ beside: one })
  ;({ cookie } = await signedIn(one, 'owner'))
})
after(async () => {
  await two.close()
  await one.close()
})

type Wanted = [method: string, path: string, body?: object, by?: string]

/** Sends everything at the same moment, in turn to the one service and the other. */
function atOnce(wanted: readonly Wanted[]): Promise<TestAnswer[]> {
  return Promise.all(
    wanted.map(([method, path, body, by = cookie], index) =>
      fromPage(index % 2 ? two : one, by, method, path, body ? { body } : {}),
    ),
  )
}

/** The statuses, sorted; the allowed outcomes of a race. */
const statusesOf = (answers: readonly TestAnswer[]) => answers.map(({ status }) => status).sort()

function assertAmong(answers: readonly TestAnswer[], allowed: readonly string[]): void {
  for (const { status, body, text } of answers) assert.ok(allowed.includes([status, body.code].join(' ').trim()), text)
}

describe('at the same moment, at two services,', () => {
  test('companies of one name are made: each gets a slug, numbered from 2', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const name = `Twins ${round}`
      const answers = await atOnce(Array.from({ length: 5 }, () => ['POST', COMPANIES, { name }] as Wanted))
      assert.deepEqual(statusesOf(answers), [201, 201, 201, 201, 201])
      const slugs = answers.map(({ data }) => data.slug).sort()
      assert.deepEqual(
        slugs,
        ['', '-2', '-3', '-4', '-5'].map((end) => `twins-${round}${end}`),
      )
    }
    const long = 'x'.repeat(70)
    const answers = await atOnce([1, 2].map(() => ['POST', COMPANIES, { name: long }] as Wanted))
    assert.deepEqual(answers.map(({ data }) => data.slug).sort(), [`${'x'.repeat(58)}-2`, 'x'.repeat(60)])
  })

  test('companies are made and others renamed to the same slug: one has it, and who asked for it in so many words is told', async () => {
    const { company_id, sibling_id } = one.tenant
    for (let round = 0; round < ROUNDS; round++) {
      const slug = `wanted-${round}`
      const create: Wanted = ['POST', COMPANIES, { name: slug }]
      const rename = (id: string): Wanted => ['PATCH', `${COMPANIES}/${id}`, { slug }]
      const answers = await atOnce([create, rename(company_id), rename(sibling_id), create])
      assertAmong(answers, ['201', '200', '409 slug_taken'])
      assert.deepEqual([answers[0]!.status, answers[3]!.status], [201, 201])
      const rows = await select(one, `SELECT id FROM companies WHERE slug = '${slug}'`)
      assert.equal(rows.length, 1)
    }
  })

  test('the last two owners remove, demote or are demoted by each other: there is always one', async () => {
    const tenant = await one.addTenant()
    const [a, b] = [await signedIn(one, 'owner', tenant), await signedIn(one, 'owner', tenant)]
    assert.equal((await fromPage(one, a.cookie, 'DELETE', `${MEMBERS}/${tenant.user_id}`)).status, 200)
    const people = await select(one, `SELECT id, person_id FROM users WHERE id IN ('${a.user_id}', '${b.user_id}')`)
    for (let round = 0; round < ROUNDS; round++) {
      const [pathOfA, pathOfB] = [`${MEMBERS}/${a.user_id}`, `${MEMBERS}/${b.user_id}`]
      const demoted = { role: 'member' }
      const ways: [Wanted, Wanted][] = [
        [
          ['DELETE', pathOfB, undefined, a.cookie],
          ['DELETE', pathOfA, undefined, b.cookie],
        ],
        [
          ['PATCH', pathOfB, demoted, a.cookie],
          ['DELETE', pathOfA, undefined, b.cookie],
        ],
        [
          ['PATCH', pathOfA, demoted, a.cookie],
          ['PATCH', pathOfB, demoted, b.cookie],
        ],
      ]
      const answers = await atOnce(ways[round % ways.length]!)
      assertAmong(answers, ['200', '401 not_signed_in', '403', '403 owner_required', '404 not_found', '409 last_owner'])
      assert.equal((await ownersOf(tenant)).length, 1)
      // Both again, for the next round: without signing in again, which takes its time.
      await one.database.write(async (tx) => {
        for (const { id, person_id } of people) {
          const sql = `UPDATE users SET role = 'owner', removed_at = NULL, person_id = '${person_id}' WHERE id = '${id}'`
          await tx.execute({ sql, returns_rows: false }, [])
        }
      })
    }
  })

  test('a member is made an owner, and removed: what is answered is what is so, and there is an owner', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { user_id } = await addMember(one, 'member')
      const path = `${MEMBERS}/${user_id}`
      const [promoted, removed] = await atOnce([
        ['PATCH', path, { role: 'owner' }],
        ['DELETE', path],
      ])
      assert.equal(removed!.status, 200)
      assert.ok([200, 404].includes(promoted!.status), promoted!.text)
      assert.ok(!(await ownersOf(one.tenant)).includes(user_id))
    }
  })

  test('one address is added several times: one member, one link that works', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const body = { name: 'Grace', email: `grace-${round}@example.com`, role: 'member' }
      const add: Wanted = ['POST', MEMBERS, body]
      const answers = await atOnce([add, add, add, add])
      assertAmong(answers, ['201', '409 user_exists'])
      const [made, ...more] = answers.filter(({ status }) => status === 201)
      assert.equal(more.length, 0)
      assert.equal((await fromPage(one, cookie, 'DELETE', `${MEMBERS}/${made!.data.member.id}`)).status, 200)
      assert.deepEqual(statusesOf(await atOnce([add, add, add])), [201, 409, 409])
    }
  })

  test('a link is used twice: once it works', async () => {
    for (let round = 0; round < SLOW_ROUNDS; round++) {
      const path = await linkFor(cookie, `once-${round}@example.com`)
      const answers = await atOnce(['first password', 'second password'].map((password) => ['POST', path, { password }, '']))
      assertAmong(answers, ['200', '404 not_found'])
      assert.deepEqual(statusesOf(answers), [200, 404])
    }
  })

  test('two organizations have a link for one address: the second needs the password of the first', async () => {
    const other = await signedIn(one, 'owner', await one.addTenant())
    for (let round = 0; round < SLOW_ROUNDS; round++) {
      const email = `both-${round}@example.com`
      const paths = [await linkFor(cookie, email), await linkFor(other.cookie, email)]
      const passwords = ['first password', 'second password']
      const answers = await atOnce(paths.map((path, index) => ['POST', path, { password: passwords[index] }, '']))
      assertAmong(answers, ['200', '400 password_exists'])
      assert.deepEqual(statusesOf(answers), [200, 400])
      await signIn(one, email, passwords[answers.findIndex(({ status }) => status === 200)]!)
    }
  })

  test('someone whom another service vouches for comes twice before they are a person: they become one', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const email = `vouched-${round}@example.com`
      await linkFor(cookie, email)
      const admit = (app: TestApp) =>
        app.database.write((tx) => admitVouched(tx, { subject: `issuer ${round}`, email, name: 'V' }, app.now_ms()))
      const [first, ...others] = await Promise.all([admit(one), admit(two), admit(one), admit(two)])
      assert.ok('login_name' in first!)
      for (const other of others) assert.deepEqual(other, first)
      const rows = await select(one, `SELECT person_id FROM users WHERE email = '${email}' AND person_id IS NOT NULL`)
      assert.equal(rows.length, 1)
    }
  })

  test('a member is removed while their link is used: nobody gets in by it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const email = `late-${round}@example.com`
      const { member, link } = (await fromPage(one, cookie, 'POST', MEMBERS, { body: { name: 'L', email, role: 'member' } })).data
      const [used, removed] = await atOnce([
        ['POST', pathOf(link), { password: PASSWORD }, ''],
        ['DELETE', `${MEMBERS}/${member.id}`],
      ])
      assertAmong([used!], ['200', '404 not_found'])
      assert.equal(removed!.status, 200)
      assert.deepEqual(await select(one, `SELECT id FROM users WHERE email = '${email}' AND removed_at IS NULL`), [])
    }
  })

  test('keys are made and revoked, modules switched and logos changed, twice each', async () => {
    const { company_id } = one.tenant
    for (let round = 0; round < ROUNDS; round++) {
      const made = await atOnce(
        [1, 2].map(() => ['POST', KEYS, { name: 'K', level: 'read', company_ids: [company_id] }] as Wanted),
      )
      assert.deepEqual(statusesOf(made), [201, 201])
      const revoke: Wanted = ['POST', `${KEYS}/${made[0]!.data.id}/revoke`]
      const revoked = await atOnce([revoke, revoke])
      assert.deepEqual(revoked[0]!.data, revoked[1]!.data)
      const turn = (is_enabled: boolean): Wanted => [
        'POST',
        `${COMPANIES}/${company_id}/modules`,
        { module: 'projects', is_enabled },
      ]
      const logo: Wanted = ['DELETE', `${COMPANIES}/${company_id}/logo`]
      assert.deepEqual(statusesOf(await atOnce([turn(true), turn(false), logo, logo])), [200, 200, 200, 200])
    }
  })
})

async function ownersOf({ organization_id }: TestTenant): Promise<string[]> {
  const rows = await select(
    one,
    `SELECT id FROM users WHERE organization_id = '${organization_id}' AND role = 'owner' AND removed_at IS NULL`,
  )
  return rows.map(({ id }) => id)
}

const pathOf = (link: string) => `/dashboard/api/welcome/${link.split('/').at(-1)}`

async function linkFor(by: string, email: string): Promise<string> {
  const made = await fromPage(one, by, 'POST', MEMBERS, { body: { name: 'Link', email, role: 'member' } })
  assert.equal(made.status, 201, made.text)
  return pathOf(made.data.link)
}
