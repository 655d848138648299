// The real `quoin` command on a database of its own.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sha256 } from '../../server/src/kernel/crypto.ts'
import { changeFolder, queryFolder, UNGUARD_AUDIT_LOG } from '../../server/test/support/engine.ts'
import {
  Client,
  type MadeSetup,
  runCli,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from '../../server/test/support/server-process.ts'

const folder = temporaryFolder()
let setup: MadeSetup
const cli = (...args: string[]) => runCli(folder.path, ...args)
/** Runs a command that must succeed and print one JSON value and nothing else. */
const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await cli(...args, '--json')
  assert.equal(code, 0, stderr)
  assert.equal(stdout.trim().split('\n').length, 1)
  return JSON.parse(stdout)
}
const query = (sql: string) => queryFolder(folder.path, sql)

before(async () => {
  setup = await setUpWithCli(folder.path)
})
after(() => folder.remove())

describe('quoin setup', () => {
  test('prints organization, company, owner and an admin key of that company; each call makes another organization', async () => {
    assert.match(setup.organization_id, /^org_/)
    assert.match(setup.company_id, /^com_/)
    assert.match(setup.user_id, /^usr_/)
    assert.match(setup.api_key, /^sk_[0-9A-Za-z]{49}$/)
    const other = await json(
      'setup',
      '--organization',
      'O',
      '--company',
      'C',
      '--currency',
      'eur',
      '--invoice-prefix',
      'RE',
      '--quote-prefix',
      'AN',
    )
    assert.notEqual(other.organization_id, setup.organization_id)
    const [company] = await query(`SELECT * FROM companies WHERE id = '${other.company_id}'`)
    assert.deepEqual([company?.['currency'], company?.['invoice_prefix'], company?.['quote_prefix']], ['EUR', 'RE', 'AN'])
  })

  for (const [name, args] of [
    ['an unknown currency', ['--currency', 'XYZ']],
    ['a prefix with a blank', ['--invoice-prefix', 'A B']],
    ['a bad address', ['--email', 'nobody']],
    ['a short password', ['--password', 'short']],
  ] as const) {
    test(`exits 1 with one line for ${name}, and makes nothing`, async () => {
      const before = await query('SELECT count(*) AS count FROM organizations')
      const { code, stdout, stderr } = await cli('setup', '--organization', 'O', '--company', 'C', ...args)
      assert.deepEqual([code, stdout, stderr.trim().split('\n').length], [1, '', 1])
      assert.match(stderr, /^quoin: /)
      assert.deepEqual(await query('SELECT count(*) AS count FROM organizations'), before)
    })
  }
})

describe('quoin companies create', () => {
  test('prints the company as the API shows it', async () => {
    const company = await json(
      'companies',
      'create',
      '--organization',
      setup.organization_id,
      '--name',
      'Zweite & Söhne',
      '--currency',
      'CHF',
    )
    assert.deepEqual(Object.keys(company), [
      'id',
      'name',
      'slug',
      'currency',
      'invoice_prefix',
      'quote_prefix',
      'logo_url',
      'created_at',
    ])
    assert.deepEqual(
      [company.name, company.slug, company.currency, company.invoice_prefix],
      ['Zweite & Söhne', 'zweite-sohne', 'CHF', 'INV'],
    )
  })

  test('exits 1 for an organization that is not there', async () => {
    const { code, stderr } = await cli('companies', 'create', '--organization', 'org_nope', '--name', 'X')
    assert.deepEqual([code, stderr], [1, 'quoin: There is no organization org_nope\n'])
  })
})

describe('quoin keys', () => {
  test('create shows the key this once; list and revoke never show it', async () => {
    const made = await json('keys', 'create', '--company', setup.company_id, '--name', 'Reports', '--level', 'read')
    assert.deepEqual(Object.keys(made), ['id', 'key', 'key_prefix', 'level', 'company_ids'])
    assert.equal(made.key.slice(0, 10), made.key_prefix)
    assert.deepEqual([made.level, made.company_ids], ['read', [setup.company_id]])
    const { stdout } = await cli('keys', 'list', '--organization', setup.organization_id, '--json')
    assert.ok(!stdout.includes(made.key.slice(-20)))
    assert.ok(JSON.parse(stdout).some((key: { id: string; is_active: boolean }) => key.id === made.id && key.is_active))
    const revoked = await json('keys', 'revoke', made.id)
    assert.deepEqual([revoked.id, revoked.is_active], [made.id, false])
    assert.equal((await json('keys', 'revoke', made.id)).revoked_at, revoked.revoked_at, 'revoking twice keeps the first time')
    const table = await cli('keys', 'list', '--organization', setup.organization_id)
    assert.match(table.stdout, /^ID +KEY +LEVEL/)
    assert.match(table.stdout, /revoked/)
  })

  test('create takes scopes, an expiry and addresses; rotate replaces the key, and list says what became of it', async () => {
    const restrictions = [
      '--scope',
      'invoices:read',
      '--scope',
      'customers:write',
      '--expires',
      '90d',
      '--allow-address',
      '127.0.0.0/8',
    ]
    const wanted = ['--company', setup.company_id, '--name', 'Shop', '--level', 'write']
    const made = await json('keys', 'create', ...wanted, ...restrictions)
    const listed = async (id: string) =>
      (await json('keys', 'list', '--organization', setup.organization_id)).find((key: { id: string }) => key.id === id)
    const old = await listed(made.id)
    assert.deepEqual([old.scopes, old.allowed_addresses], [['customers:write', 'invoices:read'], ['127.0.0.0/8']])
    const days = (Date.parse(old.expires_at) - Date.now()) / 86_400_000
    assert.ok(days > 89.9 && days <= 90)
    const rotated = await json('keys', 'rotate', made.id, '--overlap', '2d')
    assert.match(rotated.key, /^sk_/)
    const [before, after] = [await listed(made.id), await listed(rotated.id)]
    assert.deepEqual([rotated.rotated_from, before.replaced_by, after.scopes], [made.id, rotated.id, old.scopes])
    assert.deepEqual([after.expires_at, before.expires_at], [old.expires_at, rotated.old_expires_at])
    const { stdout } = await cli('keys', 'list', '--organization', setup.organization_id)
    assert.match(stdout, new RegExp(`customers:write,invoices:read +never +expires .+, replaced by ${rotated.id}`))
    for (const [args, message] of [
      [['rotate', made.id], /Another key replaces this one/],
      [['rotate', rotated.id, '--overlap', '169h'], /--overlap must be 0h to 168h/],
      [['rotate', 'key_nope'], /There is no API key key_nope/],
      [['create', ...wanted, '--scope', 'bills:read'], /must begin with one of api-keys/],
      [['create', ...wanted, '--scope', 'invoices:admin'], /one of invoices:read, invoices:write/],
      [['create', ...wanted, '--expires', 'soon'], /--expires must be like 12h/],
      [['create', ...wanted, '--allow-address', 'home'], /address or a network/],
    ] as const) {
      const refused = await cli('keys', ...args)
      assert.equal(refused.code, 1, args.join(' '))
      assert.match(refused.stderr, message)
    }
  })

  test('a key for all companies reaches a company made later', async () => {
    const made = await json(
      'keys',
      'create',
      '--company',
      setup.company_id,
      '--all-companies',
      '--name',
      'All',
      '--level',
      'admin',
    )
    const later = await json('companies', 'create', '--organization', setup.organization_id, '--name', 'Later')
    const server = await startServerProcess(folder.path)
    const client = new Client(server.url, made.key)
    const { body } = await client.call('GET', '/v1/companies')
    assert.ok(body.data.companies.some((company: { id: string }) => company.id === later.id))
    assert.equal((await client.call('GET', `/v1/invoices?company_id=${later.id}`)).status, 200)
    client.close()
    await server.end('SIGTERM')
  })

  test('exits 1 for unknown ids', async () => {
    for (const args of [
      ['keys', 'revoke', 'key_nope'],
      ['keys', 'list', '--organization', 'org_nope'],
      ['keys', 'create', '--company', 'com_nope', '--name', 'x', '--level', 'read'],
    ]) {
      const { code, stderr } = await cli(...args)
      assert.equal(code, 1)
      assert.match(stderr, /^quoin: There is no .+ \w+_nope\n$/)
    }
  })
})

describe('quoin modules', () => {
  test('disable and enable print the modules that are on, and a running server follows', async () => {
    const server = await startServerProcess(folder.path)
    const client = new Client(server.url, setup.api_key)
    const types = async () => {
      const { body } = await client.call('GET', '/v1/events/types')
      return body.data.event_types.some((type: { module: string | null }) => type.module === 'projects')
    }
    assert.equal(await types(), true)
    const off = await json('modules', 'disable', 'projects', '--company', setup.company_id)
    assert.deepEqual(off, { company_id: setup.company_id, modules: [] })
    assert.equal(await types(), false)
    assert.deepEqual((await json('modules', 'enable', 'projects', '--company', setup.company_id)).modules, ['projects'])
    assert.equal(await types(), true)
    client.close()
    await server.end('SIGTERM')
  })

  test('exits 1 for a module or company that is not there', async () => {
    assert.match(
      (await cli('modules', 'disable', 'nope', '--company', setup.company_id)).stderr,
      /There is no module nope; there is projects/,
    )
    assert.match((await cli('modules', 'disable', 'projects', '--company', 'com_nope')).stderr, /There is no company com_nope/)
  })
})

describe('quoin users create', () => {
  test('adds a member, once for each address', async () => {
    const args = ['users', 'create', '--organization', setup.organization_id, '--name', 'Ben Ito', '--email', 'Ben@Example.com']
    const user = await json(...args)
    assert.deepEqual([user.name, user.email], ['Ben Ito', 'ben@example.com'])
    assert.match(user.password_link, /^http:\/\/127\.0\.0\.1:\d+\/welcome\/\w+$/)
    const again = await cli(...args)
    assert.deepEqual([again.code, again.stderr], [1, 'quoin: ben@example.com is a member already\n'])
  })

  test('gives them a role and a password, or nothing at all when it is too short', async () => {
    const args = ['users', 'create', '--organization', setup.organization_id, '--name', 'Eve', '--role', 'admin']
    const short = await cli(...args, '--email', 'eve@example.com', '--password', 'short')
    assert.deepEqual([short.code, short.stderr], [1, 'quoin: The password must have 10 to 200 characters\n'])
    const { id } = await json(...args, '--email', 'eve@example.com', '--password', 'long enough to do')
    // The operator may want a simple one for a trial; that it is one is said.
    const common = await cli(...args, '--email', 'mallory@example.com', '--password', 'password123')
    assert.equal(common.code, 0)
    assert.match(common.stderr, /^Warning: This password is one of the most common ones, .*choose another one/)
    const [row] = await queryFolder(
      folder.path,
      `SELECT role, password FROM users JOIN credentials ON credentials.person_id = users.person_id WHERE users.id = '${id}'`,
    )
    assert.equal(row.role, 'admin')
    assert.match(row.password, /^[0-9a-f]{32}:[0-9a-f]{128}$/)
  })
})

describe('quoin users create-link', () => {
  test('makes a link that works, ends the one before, and is in the audit log', async () => {
    const alive = `SELECT token_hash FROM password_links JOIN users ON users.id = password_links.user_id WHERE email = 'ben@example.com' AND used_at IS NULL`
    const [before] = await queryFolder(folder.path, alive)
    const { id, password_link } = await json('users', 'create-link', ' Ben@example.com')
    const left = await queryFolder(folder.path, alive)
    assert.deepEqual(
      left.map((row) => row.token_hash),
      [sha256(password_link.split('/').at(-1))],
    )
    assert.notEqual(left[0].token_hash, before.token_hash)
    const [entry] = await queryFolder(folder.path, `SELECT method FROM audit_log WHERE path = 'users create-link ${id}'`)
    assert.equal(entry.method, 'COMMAND')
    assert.equal((await cli('users', 'create-link', 'nobody@example.com')).stderr, 'quoin: nobody@example.com is no member\n')
  })
})

describe('quoin demo', () => {
  test('makes 2 companies, 40 customers and 400 invoices in every status, with events and numbers without a hole', async () => {
    const own = temporaryFolder()
    const { code, stdout, stderr } = await runCli(own.path, 'demo', '--json')
    assert.equal(code, 0, stderr)
    assert.deepEqual(Object.keys(JSON.parse(stdout)), ['organization_id', 'company_id', 'user_id', 'api_key', 'password_link'])
    const count = async (sql: string) => Number((await queryFolder(own.path, `SELECT count(*) AS count FROM ${sql}`))[0].count)
    assert.deepEqual([await count('companies'), await count('customers'), await count('invoices')], [2, 40, 400])
    const statuses = await queryFolder(own.path, 'SELECT DISTINCT status FROM invoices ORDER BY status')
    assert.deepEqual(
      statuses.map((row) => row.status),
      ['cancelled', 'draft', 'in_review', 'overdue', 'paid', 'partial', 'sent', 'viewed'],
    )
    assert.ok((await count('quotes')) >= 40 && (await count('projects')) >= 10)
    assert.ok((await count('tasks')) >= 100 && (await count('time_entries')) >= 300)
    assert.ok((await count("emails WHERE status = 'sent'")) >= 200 && (await count("emails WHERE status = 'failed'")) >= 1)
    assert.equal(await count("jobs WHERE kind = 'mail.send'"), 0, 'none of them goes out')
    assert.equal(await count("events WHERE type = 'invoice.created'"), 400)
    const disorder = 'events a JOIN events b ON a.company_id = b.company_id AND a.id < b.id AND a.created_at > b.created_at'
    assert.equal(await count(disorder), 0)
    await checkCreditNotes(own.path, JSON.parse(stdout), count)
    own.remove()
  })
})

/** Part of a paid invoice is credited and paid back, and another one is credited whole, in both companies; all figures fit. */
async function checkCreditNotes(path: string, { api_key, company_id }: MadeSetup, count: (sql: string) => Promise<number>) {
  const of_invoice = 'credit_notes JOIN invoices ON invoices.id = credit_notes.invoice_id'
  const companies = (condition: string) =>
    count(`(SELECT DISTINCT credit_notes.company_id FROM ${of_invoice} WHERE ${condition}) AS credited`)
  const refunded = 'credit_notes.amount_refunded > 0 AND credit_notes.total < invoices.total'
  assert.equal(await companies(`invoices.status = 'paid' AND invoices.amount_paid = invoices.total AND ${refunded}`), 2)
  assert.equal(await companies("invoices.status = 'cancelled' AND credit_notes.total = invoices.total"), 2)
  const credit_notes = await count('credit_notes')
  assert.equal(await count("emails WHERE kind = 'credit_note' AND status = 'sent'"), credit_notes)
  assert.equal(await count("events WHERE type = 'credit_note.created'"), credit_notes)
  assert.equal(await count("events WHERE type = 'credit_note.refunded'"), await count('refunds'))
  const { code, stdout } = await runCli(path, 'figures', 'verify')
  assert.equal(code, 0, stdout)
  const server = await startServerProcess(path)
  const client = new Client(server.url, api_key)
  const notes = await client.all(`/v1/credit-notes?company_id=${company_id}`, 'credit_notes')
  for (const { id } of notes.slice(0, 3)) {
    const pdf = await fetch(`${server.url}/v1/credit-notes/${id}/pdf?company_id=${company_id}`, {
      headers: { authorization: `Bearer ${api_key}` },
    })
    assert.deepEqual([pdf.status, pdf.headers.get('content-type')], [200, 'application/pdf'])
    await pdf.bytes()
  }
  client.close()
  await server.end('SIGTERM')
}

describe('quoin audit verify', () => {
  test('exits 0 for a whole log, and 1 naming the entry that was changed', async () => {
    const server = await startServerProcess(folder.path)
    const client = new Client(server.url, setup.api_key)
    for (let count = 0; count < 5; count++) await client.call('GET', '/v1/companies')
    client.close()
    await server.end('SIGTERM')
    const whole = await json('audit', 'verify')
    assert.equal(whole.is_whole, true)
    await changeFolder(folder.path, UNGUARD_AUDIT_LOG)
    const entry = `organization_id = '${setup.organization_id}' AND sequence = 2`
    await changeFolder(folder.path, `UPDATE audit_log SET status = 418 WHERE ${entry}`)
    const broken = await cli('audit', 'verify')
    assert.equal(broken.code, 1)
    assert.match(broken.stdout, new RegExp(`${setup.organization_id}: entry 2 was changed`))
  })
})

describe('usage', () => {
  for (const args of [
    ['nope'],
    ['setup'],
    ['keys', 'create', '--company', 'c', '--name', 'n', '--level', 'root'],
    ['setup', '--organisation', 'x'],
    ['keys', 'revoke'],
  ]) {
    test(`exits 2 with a line on standard error for: quoin ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await cli(...args)
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, /^quoin: /)
    })
  }

  for (const args of [
    [],
    ['setup'],
    ['companies'],
    ['companies', 'create'],
    ['keys'],
    ['keys', 'create'],
    ['modules', 'enable'],
    ['demo'],
    ['audit', 'verify'],
    ['jobs', 'list'],
    ['jobs', 'retry'],
    ['backup'],
    ['export'],
    ['import'],
    ['serve'],
  ]) {
    test(`exits 0 with help for: quoin ${[...args, '--help'].join(' ')}`, async () => {
      const { code, stdout } = await cli(...args, '--help')
      assert.equal(code, 0)
      assert.match(stdout, /^Usage: quoin/)
    })
  }
})
