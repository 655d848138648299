// What `quoin doctor` says about settings, the machine and the database's engine. The command itself: cli/test/doctor.test.ts.
import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { checkEngine } from './database.ts'
import type { Finding } from './finding.ts'
import { ageText, checkBackups, checkFiles, checkRuntime, judgeDisk } from './machine.ts'
import { type CheckedSettings, checkSettings } from './settings.ts'

const statuses = (findings: readonly Finding[]) => findings.map(({ check, status }) => `${check} ${status}`)
const GB = 1e9

describe('settings', () => {
  const safe: CheckedSettings = {
    host: '127.0.0.1',
    public_url: 'https://billing.example.com',
    requests_per_second: 50,
    allow_private_webhooks: false,
    trusted_proxies: ['127.0.0.1'],
    has_mail: true,
    metrics: undefined,
  }
  const said = (changes: Partial<CheckedSettings>, unknown: string[] = []) =>
    checkSettings({ ...safe, ...changes }, unknown)
      .filter(({ status }) => status === 'warning')
      .map(({ message, advice }) => `${message} ${advice}`)

  test('that are safe, and those of a machine of its own, are no warning', () => {
    assert.deepEqual(said({}), [])
    const own = { public_url: undefined, requests_per_second: undefined, has_mail: false, allow_private_webhooks: true }
    assert.deepEqual(said({ ...own, trusted_proxies: [] }), [])
  })

  const risks: [changes: Partial<CheckedSettings>, words: RegExp][] = [
    [{ requests_per_second: undefined }, /QUOIN_RATE_LIMIT/],
    [{ public_url: undefined, host: '0.0.0.0', requests_per_second: undefined }, /QUOIN_RATE_LIMIT/],
    [{ public_url: undefined }, /QUOIN_PUBLIC_URL/],
    [{ public_url: 'http://billing.example.com' }, /not https/],
    [{ allow_private_webhooks: true }, /QUOIN_ALLOW_PRIVATE_WEBHOOKS/],
    [{ trusted_proxies: [] }, /QUOIN_TRUSTED_PROXIES/],
    [{ metrics: { host: '0.0.0.0', port: 9090, token: undefined } }, /QUOIN_METRICS_TOKEN/],
  ]
  for (const [changes, words] of risks) {
    test(`warns about ${JSON.stringify(changes)}`, () => assert.ok(said(changes).some((line) => words.test(line))))
  }

  test('passes on variables that are none', () => assert.match(said({}, ['A variable is none']).join(), /A variable is none/))
})

describe('the machine', () => {
  test('needs room on its disk', () => {
    assert.equal(judgeDisk(100e6, 20 * GB, 0).status, 'failed')
    assert.equal(judgeDisk(0.9 * GB, 20 * GB, 0).status, 'warning')
    assert.equal(judgeDisk(3 * GB, 20 * GB, 5 * GB).status, 'warning')
    assert.equal(judgeDisk(10 * GB, 20 * GB, 5 * GB).status, 'ok')
  })

  test('needs Node.js 26', () => {
    assert.deepEqual(
      ['24.11.0', '26.0.0', '28.1.0'].map((version) => checkRuntime(version).status),
      ['failed', 'ok', 'ok'],
    )
  })

  test('keeps the data folder for its owner', () => {
    const folder = mkdtempSync(join(tmpdir(), 'quoin-doctor-'))
    try {
      assert.deepEqual(statuses(checkFiles(folder)), ['data folder ok'])
      writeFileSync(join(folder, 'quoin.db'), '', { mode: 0o600 })
      writeFileSync(join(folder, 'secret.key'), '', { mode: 0o600 })
      assert.deepEqual(statuses(checkFiles(folder)), ['data folder ok'])
      chmodSync(join(folder, 'secret.key'), 0o640)
      const [readable] = checkFiles(folder)
      assert.deepEqual([readable!.status, readable!.advice], ['failed', `chmod 600 ${join(folder, 'secret.key')}`])
      chmodSync(join(folder, 'secret.key'), 0o600)
      chmodSync(folder, 0o777)
      assert.match(checkFiles(folder)[0]!.message, /can write/)
      assert.deepEqual(statuses(checkFiles(join(folder, 'none'))), ['data folder warning'])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('has a backup that is not old', () => {
    const folder = mkdtempSync(join(tmpdir(), 'quoin-doctor-'))
    const now_ms = Date.parse('2026-06-15T10:00:00Z')
    const add = (name: string, hours: number) => {
      writeFileSync(join(folder, name), '')
      const at = new Date(now_ms - hours * 3_600_000)
      utimesSync(join(folder, name), at, at)
    }
    try {
      assert.equal(checkBackups(undefined, now_ms).status, 'skipped')
      assert.equal(checkBackups(folder, now_ms).status, 'failed')
      add('monday.db', 50)
      add('tuesday.db.partial-1', 1)
      assert.match(checkBackups(folder, now_ms).message, /^The newest of 1 file is 2 days old/)
      assert.equal(checkBackups(folder, now_ms).status, 'failed')
      add('tuesday.db', 20)
      assert.deepEqual(
        [checkBackups(folder, now_ms).status, checkBackups(folder, now_ms).message],
        ['ok', 'The newest of 2 files is 20 hours old'],
      )
      assert.equal(checkBackups(join(folder, 'none'), now_ms).status, 'failed')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('says ages in the unit that fits', () => {
    const [minute, hour] = [60_000, 3_600_000]
    assert.deepEqual([0, 5 * minute, hour, 47 * hour, 49 * hour].map(ageText), [
      '0 minutes',
      '5 minutes',
      '1 hour',
      '47 hours',
      '2 days',
    ])
  })
})

describe('the engine of the database', () => {
  const right = { engine: 'PostgreSQL 18.1', pending: [], is_empty: false, clock_ahead_ms: 12, unsafe: [] }
  test('is right', () => assert.deepEqual(statuses(checkEngine(right)), ['engine ok', 'migrations ok', 'clock ok']))
  test('warns about migrations that are missing', () => {
    const [, found] = checkEngine({ ...right, pending: ['0015_x'] })
    assert.deepEqual([found!.status, /0015_x/.test(found!.message)], ['warning', true])
  })
  test('fails where acknowledged writes can be lost, and where clocks differ', () => {
    const findings = checkEngine({ ...right, unsafe: ['fsync'], clock_ahead_ms: -7_000 })
    assert.deepEqual(statuses(findings), ['engine ok', 'engine failed', 'migrations ok', 'clock failed'])
    assert.match(findings.at(-1)!.message, /7\.0 s behind/)
  })
})
