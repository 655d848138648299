import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BadConfig, readConfig } from './config.ts'

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
      delivery_retention_days: undefined,
      secret_key: undefined,
      single_sign_on: undefined,
    })
  })

  test('takes what is allowed', () => {
    const config = readConfig({
      QUOIN_HOST: '::1',
      QUOIN_PORT: '0',
      QUOIN_PUBLIC_URL: 'https://billing.example.com/',
      QUOIN_RATE_LIMIT: '2.5',
      QUOIN_ALLOW_PRIVATE_WEBHOOKS: '1',
      QUOIN_AUDIT_RETENTION_DAYS: '90',
      QUOIN_DELIVERY_RETENTION_DAYS: '7',
    })
    assert.deepEqual([config.audit_retention_days, config.delivery_retention_days], [90, 7])
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
    ['QUOIN_DELIVERY_RETENTION_DAYS', 'off'],
    ['QUOIN_DELIVERY_RETENTION_DAYS', '36501'],
    ['QUOIN_RATE_LIMIT', 'fast'],
    ['QUOIN_ALLOW_PRIVATE_WEBHOOKS', 'true'],
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
