import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeKey } from '../../../test/support/fixtures.ts'
import { startTestApp } from '../../../test/support/test-app.ts'
import type { ApiKeyId } from '../../kernel/ids.ts'
import { randomToken } from '../../kernel/ids.ts'
import { apiKeyPrefix, hashApiKey, isWellFormedApiKey, newApiKey } from './api-key.ts'
import { listApiKeys, revokeApiKey } from './service.ts'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

test('a key is sk_ and 49 letters and digits, of which the last six are its checksum', () => {
  for (let count = 0; count < 1000; count++) {
    const key = newApiKey(randomToken)
    assert.match(key, /^sk_[0-9A-Za-z]{49}$/)
    assert.ok(isWellFormedApiKey(key))
  }
})

test('no two keys are alike, not in their first halves nor in their last', () => {
  const keys = Array.from({ length: 10_000 }, () => newApiKey(randomToken))
  assert.equal(new Set(keys.map((key) => key.slice(0, 20))).size, keys.length)
  assert.equal(new Set(keys.map((key) => key.slice(20, 46))).size, keys.length)
})

test('every place of a key takes every letter and digit equally often', () => {
  const rounds = 20_000
  const counts = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    const key = newApiKey(randomToken)
    for (const place of [3, 9, 24, 45]) counts.set(`${place} ${key[place]}`, (counts.get(`${place} ${key[place]}`) ?? 0) + 1)
  }
  assert.equal(counts.size, 4 * 62)
  const expected = rounds / 62
  // Six standard deviations: one run in two million would fail by chance.
  for (const [place, count] of counts) assert.ok(Math.abs(count - expected) < 6 * Math.sqrt(expected), `${place}: ${count}`)
})

test('a key with any one character changed is no key, so that no database is asked', () => {
  const key = newApiKey(randomToken)
  for (let place = 0; place < key.length; place++) {
    for (const letter of `${LETTERS}_-é `) {
      if (letter === key[place]) continue
      assert.ok(!isWellFormedApiKey(key.slice(0, place) + letter + key.slice(place + 1)), `${place} ${letter}`)
    }
  }
})

test('a key with two neighbours swapped, cut short, made longer or in other letters is no key', () => {
  const key = newApiKey(randomToken)
  for (let place = 0; place < key.length - 1; place++) {
    const swapped = key.slice(0, place) + key[place + 1] + key[place] + key.slice(place + 2)
    if (swapped !== key) assert.ok(!isWellFormedApiKey(swapped))
  }
  for (const text of [
    key.slice(0, -1),
    `${key}0`,
    ` ${key}`,
    `${key}\n`,
    key.toUpperCase(),
    key.slice(3),
    '',
    'sk_',
    `sk_${'a'.repeat(49)}`,
  ]) {
    assert.ok(!isWellFormedApiKey(text), text)
  }
})

test('what is kept of a key is its hash, and the first ten characters', () => {
  const key = 'sk_abcdefghijklmnopqrstuvwxyz'
  assert.equal(apiKeyPrefix(key), 'sk_abcdefg')
  // From another tool: printf %s sk_abcdefghijklmnopqrstuvwxyz | sha256sum
  assert.equal(hashApiKey(key), '06eb626be22f6eb1096e37ae2f324399ccc3b01f666a0fb04e1f6e9cf2cec9f7')
})

test('keys are listed for their organization alone, newest first, revoked ones too, and never whole', async () => {
  const app = await startTestApp()
  const { tenant } = app
  const stranger = await app.addTenant()
  app.setClock('2026-06-15T10:00:01.000Z')
  const { id, key } = await makeKey(app, tenant, 'write', [tenant.sibling_id])
  const revoke = () => app.database.write(async (tx) => (await revokeApiKey(tx, id as ApiKeyId, app.now_ms())) as object)
  await revoke()
  app.setClock('2026-06-15T11:00:00.000Z')
  await revoke()
  const listed = await app.database.read((tx) => listApiKeys(tx, tenant.organization_id))
  assert.deepEqual(listed[0], {
    id,
    name: 'write key',
    key_prefix: key.slice(0, 10),
    level: 'write',
    company_ids: [tenant.sibling_id],
    created_by: null,
    is_active: false,
    created_at: '2026-06-15T10:00:01.000Z',
    revoked_at: '2026-06-15T10:00:01.000Z',
    last_used_at: null,
    scopes: null,
    allowed_addresses: null,
    expires_at: null,
    rotated_from: null,
    replaced_by: null,
    used_from: [],
  })
  assert.deepEqual(
    listed.slice(1).map(({ company_ids, is_active }) => [company_ids, is_active]),
    [
      ['all', true],
      ['all', true],
      ['all', true],
    ],
  )
  const shown = JSON.stringify(listed)
  for (const secret of [key, ...Object.values(tenant.keys)])
    assert.ok(!shown.includes(secret.slice(10)) && !shown.includes(hashApiKey(secret)))
  assert.equal((await app.database.read((tx) => listApiKeys(tx, stranger.organization_id))).length, 3)
  assert.equal(
    await app.database.write(async (tx) => ({ key: await revokeApiKey(tx, 'key_none' as ApiKeyId, 0) })).then((made) => made.key),
    undefined,
  )
  await app.close()
})
