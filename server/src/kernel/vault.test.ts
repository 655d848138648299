import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { createVault } from './vault.ts'

describe('a vault', () => {
  const vault = createVault(randomBytes(32))

  test('opens what it sealed, whatever the text', () => {
    for (const text of ['', 'whsec_x', 'Café 💰 \u2028', 'x'.repeat(100_000)]) {
      assert.equal(vault.open(vault.seal(text, 'we_1'), 'we_1'), text)
    }
  })

  test('seals the same text differently each time, and shows nothing of it', () => {
    const sealed = Array.from({ length: 100 }, () => vault.seal('whsec_secret', 'we_1'))
    assert.equal(new Set(sealed).size, 100)
    for (const text of sealed) assert.doesNotMatch(text, /whsec|secret/)
  })

  test('does not open for another row, after any change, or under another key', () => {
    const sealed = vault.seal('whsec_secret', 'we_1')
    assert.throws(() => vault.open(sealed, 'we_2'))
    const [version, key_id, text] = sealed.split('.') as [string, string, string]
    const bytes = Buffer.from(text, 'base64url')
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes)
      changed[index]! ^= 1
      assert.throws(() => vault.open(`${version}.${key_id}.${changed.toString('base64url')}`, 'we_1'), `byte ${index}`)
    }
    assert.throws(() => createVault(randomBytes(32)).open(sealed, 'we_1'), /Sealed under the key/)
    for (const broken of [
      '',
      'v1',
      `v2.${key_id}.${text}`,
      `${version}.${key_id}.`,
      `${version}.${key_id}.AAAA`,
      'whsec_secret',
    ]) {
      assert.throws(() => vault.open(broken, 'we_1'), broken)
    }
  })

  test('takes a key of 32 bytes and no other', () => {
    for (const length of [0, 16, 31, 33, 64]) assert.throws(() => createVault(randomBytes(length)))
  })
})
