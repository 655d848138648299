import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { BadConfig, readConfig, unknownVariables, VARIABLES } from './config.ts'

describe('the configuration', () => {
  test('has the defaults of the documentation; an empty variable counts as unset', () => {
    assert.deepEqual(readConfig({ QUOIN_PORT: '' }), {
      host: '127.0.0.1',
      port: 4280,
      data_dir: './data',
      database_url: undefined,
      public_url: undefined,
      log_level: 'info',
      requests_per_second: undefined,
      allow_private_webhooks: false,
      audit_retention_days: undefined,
      event_retention_days: undefined,
      delivery_retention_days: undefined,
      is_new_database: false,
      database_wait_s: 60,
      secret_key: undefined,
      single_sign_on: undefined,
      trusted_proxies: [],
      cors_origins: [],
      security_contact: undefined,
      mail: undefined,
      fonts_folder: undefined,
      metrics: undefined,
      slow_query_ms: undefined,
      traces_url: undefined,
      backup: undefined,
      postgres: { readers: undefined, writers: undefined, statement_timeout_ms: undefined, replica_urls: [] },
      limits: { stream_limits: {} },
      is_npm_start: false,
    })
  })

  test('limits: within their bounds, of PostgreSQL only with one, and read replicas without their passwords in the message', () => {
    const { limits } = readConfig({ QUOIN_BODY_LIMIT: '4', QUOIN_REQUEST_TIMEOUT: '60', QUOIN_STREAMS_PER_ORGANIZATION: '30' })
    assert.deepEqual(limits, {
      body_limit: 4 * 1024 * 1024,
      request_timeout_ms: 60_000,
      stream_limits: { streams_of_organization: 30, streams_of_key: 8 },
    })
    const database = { QUOIN_DATABASE_URL: 'postgres://h/quoin' }
    const of_postgres = {
      QUOIN_POSTGRES_READERS: '20',
      QUOIN_POSTGRES_WRITERS: '1',
      QUOIN_STATEMENT_TIMEOUT: '30',
      QUOIN_READ_REPLICA_URL: 'postgres://one/quoin, postgresql://u:secret@two:5433/quoin',
    }
    assert.deepEqual(readConfig({ ...database, ...of_postgres }).postgres, {
      readers: 20,
      writers: 1,
      statement_timeout_ms: 30_000,
      replica_urls: ['postgres://one/quoin', 'postgresql://u:secret@two:5433/quoin'],
    })
    for (const [name, value] of Object.entries(of_postgres))
      assert.throws(() => readConfig({ [name]: value }), new RegExp(`^Error: ${name} is set without QUOIN_DATABASE_URL`))
    for (const [name, value] of [
      ['QUOIN_BODY_LIMIT', '0'],
      ['QUOIN_BODY_LIMIT', '17'],
      ['QUOIN_REQUEST_TIMEOUT', '4'],
      ['QUOIN_STREAMS', '1.5'],
      ['QUOIN_STREAMS_PER_ORGANIZATION', '16001'],
      ['QUOIN_POSTGRES_READERS', '1'],
      ['QUOIN_POSTGRES_WRITERS', '501'],
      ['QUOIN_STATEMENT_TIMEOUT', '8s'],
    ] as const)
      assert.throws(
        () => readConfig({ ...database, [name]: value }),
        new RegExp(`^Error: ${name} is "${value}": it must be a whole number`),
      )
    const bad = { ...database, QUOIN_READ_REPLICA_URL: 'postgres://one/quoin,mysql://u:secret@two/quoin' }
    assert.throws(
      () => readConfig(bad),
      (error: Error) => /^QUOIN_READ_REPLICA_URL must/.test(error.message) && !/secret/.test(error.message),
    )
  })

  test('refuses a name that is none, in one line with the one that was meant; an empty one counts as unset', () => {
    for (const [name, meant] of [
      ['QUOIN_PROT', 'QUOIN_PORT'],
      ['QUOIN_TRUSTED_PROXY', 'QUOIN_TRUSTED_PROXIES'],
      ['QUOIN_RATE_LIMITS', 'QUOIN_RATE_LIMIT'],
      ['QUOIN_DATABSE_URL', 'QUOIN_DATABASE_URL'],
    ] as const) {
      const message = `${name} is no variable of Quoin: did you mean ${meant}? docs/self-hosting.md has all of them`
      assert.throws(() => readConfig({ [name]: 'secret' }), new BadConfig(message))
      readConfig({ [name]: '' })
    }
    // What is further off may be meant for something else: it is told, and does not keep the service from starting.
    const stranger = { QUOIN_ACCOUNTING_BRIDGE: 'on' }
    readConfig(stranger)
    assert.match(unknownVariables(stranger).join(), /^QUOIN_ACCOUNTING_BRIDGE is no variable of Quoin, and changes nothing/)
    assert.deepEqual(unknownVariables({ QUOIN_PORT: '1', PATH: '/bin' }), [])
    readConfig({ QUOIN_TEST_ENGINE: 'x', QUOIN_SERVICE_HOST: '10.0.0.1', QUOIN_PORT_4280_TCP_ADDR: '10.0.0.1' })
  })

  test('knows where metrics are served, and who may see them', () => {
    const token = 'at-least-16-characters+/='
    assert.deepEqual(readConfig({ QUOIN_METRICS_PORT: '9464' }).metrics, { host: '127.0.0.1', port: 9464, token: undefined })
    const both = { QUOIN_METRICS_PORT: '0', QUOIN_METRICS_HOST: '::', QUOIN_METRICS_TOKEN: token }
    assert.deepEqual(readConfig(both).metrics, { host: '::', port: 0, token })
    assert.deepEqual(readConfig({ QUOIN_METRICS_TOKEN: token }).metrics, { host: '127.0.0.1', port: undefined, token })
    for (const bad of ['70000', '-1', 'http', '9464 '])
      assert.throws(() => readConfig({ QUOIN_METRICS_PORT: bad }), /^Error: QUOIN_METRICS_PORT is /)
    assert.throws(() => readConfig({ QUOIN_METRICS_PORT: '1', QUOIN_METRICS_HOST: 'a b' }), /QUOIN_METRICS_HOST is "a b"/)
    assert.throws(() => readConfig({ QUOIN_METRICS_HOST: '0.0.0.0' }), /QUOIN_METRICS_HOST is set without QUOIN_METRICS_PORT/)
    for (const bad of ['short', 'with blanks in it, and commas']) {
      assert.throws(
        () => readConfig({ QUOIN_METRICS_TOKEN: bad }),
        (error: Error) =>
          error instanceof BadConfig && error.message.startsWith('QUOIN_METRICS_TOKEN must') && !error.message.includes(bad),
      )
    }
  })

  test('knows from when on statements are slow, and where traces go', () => {
    assert.equal(readConfig({ QUOIN_SLOW_QUERY_MS: '250' }).slow_query_ms, 250)
    assert.equal(readConfig({ QUOIN_SLOW_QUERY_MS: '0' }).slow_query_ms, 0)
    assert.equal(readConfig({ QUOIN_SLOW_QUERY_MS: 'off' }).slow_query_ms, undefined)
    for (const bad of ['-1', '1.5', '1s', '1000000'])
      assert.throws(() => readConfig({ QUOIN_SLOW_QUERY_MS: bad }), /^Error: QUOIN_SLOW_QUERY_MS is /)
    assert.equal(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318' }).traces_url, 'http://c:4318')
    for (const bad of ['collector:4318', 'grpc://c:4317'])
      assert.throws(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: bad }), /OTEL_EXPORTER_OTLP_ENDPOINT is /)
  })

  test('knows the mail server and the sender of mails, only together', () => {
    const both = { QUOIN_SMTP_URL: 'smtps://me:secret@smtp.example.com', QUOIN_MAIL_FROM: 'billing@example.com' }
    const server = { host: 'smtp.example.com', port: 465, tls: 'implicit', sign_in: { user: 'me', password: 'secret' } }
    const mail = { server, from: 'billing@example.com', per_day: 1000 }
    assert.deepEqual(readConfig(both).mail, mail)
    assert.equal(readConfig({ ...both, QUOIN_MAIL_PER_DAY: '50' }).mail?.per_day, 50)
    assert.equal(readConfig({ ...both, QUOIN_MAIL_PER_DAY: 'off' }).mail?.per_day, undefined)
    for (const bad of ['0', '-1', '1.5', 'many', '12345678']) {
      assert.throws(() => readConfig({ ...both, QUOIN_MAIL_PER_DAY: bad }), /QUOIN_MAIL_PER_DAY/)
    }
    for (const wrong of [
      { QUOIN_SMTP_URL: both.QUOIN_SMTP_URL },
      { QUOIN_MAIL_FROM: both.QUOIN_MAIL_FROM },
      { ...both, QUOIN_MAIL_FROM: 'Billing <billing@example.com>' },
      { ...both, QUOIN_SMTP_URL: 'smtp.example.com:secret' },
    ])
      assert.throws(
        () => readConfig(wrong),
        (error: Error) =>
          error instanceof BadConfig && /^QUOIN_(SMTP_URL|MAIL_FROM) /.test(error.message) && !error.message.includes('secret'),
      )
  })

  test('knows every variable that the repository names', () => {
    const root = new URL('../../', import.meta.url)
    const files = globSync(['{server,cli,sdk,bench,scripts}/**/*.{ts,js,mjs}', 'docs/**/*.md', '*.md'], {
      cwd: root,
      exclude: ['**/node_modules/**'],
    })
    const named = files
      // This test's own have names that are none.
      .filter((file) => !file.endsWith('config.test.ts'))
      .flatMap((file) => readFileSync(new URL(file, root), 'utf8').match(/\bQUOIN_[A-Z_]*[A-Z]\b/g) ?? [])
    // A header of the web as PHP and CGI name it.
    const unknown = new Set(
      named.filter((name) => !name.startsWith('QUOIN_TEST') && name !== 'QUOIN_SIGNATURE' && !VARIABLES.includes(name)),
    )
    assert.deepEqual([...unknown], [])
  })

  test('reads where backups go, how often, how long they are kept, and for whom', () => {
    const recipient = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'
    const folder = { QUOIN_BACKUP_TO: '/tmp', QUOIN_DATA_DIR: '/data' }
    const usual = {
      place: { kind: 'folder', path: '/tmp' },
      recipient: undefined,
      every_hours: 24,
      keep: { count: 14, days: undefined },
      ships_log: false,
    }
    assert.deepEqual(readConfig(folder).backup, { database: { data_dir: '/data', database_url: undefined }, ...usual })
    const more = {
      QUOIN_BACKUP_EVERY: '1',
      QUOIN_BACKUP_KEEP: '3',
      QUOIN_BACKUP_KEEP_DAYS: '30',
      QUOIN_BACKUP_RECIPIENT: recipient,
    }
    const { every_hours, keep, recipient: read } = readConfig({ ...folder, ...more }).backup!
    assert.deepEqual([every_hours, keep, read], [1, { count: 3, days: 30 }, recipient])
    for (const [name, bad] of [
      ['QUOIN_BACKUP_EVERY', '0'],
      ['QUOIN_BACKUP_KEEP', '0'],
      ['QUOIN_BACKUP_KEEP_DAYS', 'x'],
      ['QUOIN_BACKUP_RECIPIENT', 'age2x'],
      ['QUOIN_BACKUP_TO', '/not there'],
    ] as const)
      assert.throws(() => readConfig({ ...folder, [name]: bad }), new RegExp(`${name} is`))
    assert.equal(readConfig({ ...folder, QUOIN_BACKUP_WAL: '1' }).backup?.ships_log, true)
    assert.throws(() => readConfig({ QUOIN_BACKUP_WAL: '1' }), /QUOIN_BACKUP_WAL is 1 without QUOIN_BACKUP_TO/)
    const of_postgres = { ...folder, QUOIN_BACKUP_WAL: '1', QUOIN_DATABASE_URL: 'postgres://db.example/quoin' }
    assert.throws(() => readConfig(of_postgres), /QUOIN_BACKUP_WAL is 1 with QUOIN_DATABASE_URL/)
    const secret = { QUOIN_BACKUP_TO: 's3+https://KEY:SECRET@s3.example.com' }
    assert.throws(
      () => readConfig(secret),
      (error: Error) => /must be a folder, or a bucket/.test(error.message) && !/SECRET@s3\.example\.com$/.test(error.message),
    )
  })

  test('takes what is allowed', () => {
    const config = readConfig({
      QUOIN_HOST: '::1',
      QUOIN_PORT: '0',
      QUOIN_PUBLIC_URL: 'https://billing.example.com/',
      QUOIN_RATE_LIMIT: '2.5',
      QUOIN_ALLOW_PRIVATE_WEBHOOKS: '1',
      QUOIN_AUDIT_RETENTION_DAYS: '90',
      QUOIN_EVENT_RETENTION_DAYS: '365',
      QUOIN_DELIVERY_RETENTION_DAYS: '7',
    })
    assert.deepEqual([config.audit_retention_days, config.event_retention_days, config.delivery_retention_days], [90, 365, 7])
    assert.deepEqual(
      [config.host, config.port, config.public_url, config.requests_per_second, config.allow_private_webhooks],
      ['::1', 0, 'https://billing.example.com', 2.5, true],
    )
  })

  for (const [variable, value] of [
    ['QUOIN_PORT', '65536'],
    ['QUOIN_PORT', '-1'],
    ['QUOIN_PORT', '80.5'],
    ['QUOIN_HOST', 'a b'],
    ['QUOIN_LOG_LEVEL', 'verbose'],
    ['QUOIN_PUBLIC_URL', 'billing.example.com'],
    ['QUOIN_PUBLIC_URL', 'https://user@billing.example.com'],
    ['QUOIN_RATE_LIMIT', '0'],
    ['QUOIN_AUDIT_RETENTION_DAYS', '0'],
    ['QUOIN_AUDIT_RETENTION_DAYS', '1.5'],
    ['QUOIN_EVENT_RETENTION_DAYS', '0'],
    ['QUOIN_DELIVERY_RETENTION_DAYS', 'off'],
    ['QUOIN_DELIVERY_RETENTION_DAYS', '36501'],
    ['QUOIN_RATE_LIMIT', 'fast'],
    ['QUOIN_ALLOW_PRIVATE_WEBHOOKS', 'true'],
    ['QUOIN_CORS_ORIGINS', '*'],
    ['QUOIN_CORS_ORIGINS', 'null'],
    ['QUOIN_CORS_ORIGINS', 'https://app.example.com/'],
    ['QUOIN_CORS_ORIGINS', 'https://app.example.com:443'],
    ['QUOIN_SECURITY_CONTACT', 'security@example.com'],
    ['QUOIN_TRUSTED_PROXIES', 'proxy.internal'],
    ['QUOIN_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['QUOIN_TRUSTED_PROXIES', '127.0.0.1,'],
    ['QUOIN_OIDC_ISSUER', 'login.example.com'],
    ['QUOIN_OIDC_ISSUER', 'http://login.example.com'],
    ['QUOIN_OIDC_ISSUER', 'https://login.example.com/?tenant=1'],
  ] as const) {
    test(`refuses ${variable}=${value} in one line that names both and what is allowed`, () => {
      assert.throws(
        () => readConfig({ [variable]: value }),
        (error: Error) =>
          error instanceof BadConfig &&
          error.message.startsWith(`${variable} is ${JSON.stringify(value)}: it must be `) &&
          !error.message.includes('\n'),
      )
    })
  }

  test('refuses a database URL without repeating it: it may hold a password', () => {
    assert.throws(
      () => readConfig({ QUOIN_DATABASE_URL: 'mysql://user:secret@host/db' }),
      (error: Error) =>
        error instanceof BadConfig && error.message.includes('QUOIN_DATABASE_URL') && !error.message.includes('secret'),
    )
  })

  test('takes a provider for single sign-on, on this machine without TLS', () => {
    for (const QUOIN_OIDC_ISSUER of ['https://login.example.com/', 'http://127.0.0.1:9000', 'http://localhost:9000/realms/x']) {
      assert.deepEqual(readConfig({ QUOIN_OIDC_ISSUER, QUOIN_OIDC_CLIENT_ID: 'quoin' }).single_sign_on, {
        issuer: QUOIN_OIDC_ISSUER,
        client_id: 'quoin',
        client_secret: undefined,
        name: 'single sign-on',
      })
    }
  })

  for (const [env, variable] of [
    [{ QUOIN_OIDC_ISSUER: 'https://login.example.com' }, 'QUOIN_OIDC_CLIENT_ID'],
    [{ QUOIN_OIDC_CLIENT_SECRET: 'secret words' }, 'QUOIN_OIDC_CLIENT_SECRET'],
    [{ QUOIN_OIDC_CLIENT_ID: 'quoin' }, 'QUOIN_OIDC_CLIENT_ID'],
    [{ QUOIN_OIDC_NAME: 'Example' }, 'QUOIN_OIDC_NAME'],
  ] as const) {
    test(`refuses ${Object.keys(env)[0]} alone, and repeats no secret`, () => {
      assert.throws(
        () => readConfig(env),
        (error: Error) =>
          error instanceof BadConfig && error.message.startsWith(`${variable} is `) && !error.message.includes('secret words'),
      )
    })
  }
})
