import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { WebhookEndpointId } from '../../kernel/ids.ts'
import { createVault } from '../../kernel/vault.ts'
import { createSecretReader, firstSecret, liveSecrets, rotated } from './signing-secrets.ts'

const vault = createVault(Buffer.alloc(32, 1))
const ID = 'we_1' as WebhookEndpointId
const START_MS = Date.parse('2026-06-15T10:00:00.000Z')
const DAY_MS = 24 * 60 * 60 * 1000

describe('the signing secrets of an endpoint', () => {
  const first = firstSecret(vault, ID, 'whsec_one')
  const both = rotated(first, vault, ID, 'whsec_two', START_MS)

  test('lie sealed', () => {
    assert.ok(!first.includes('whsec_'))
    assert.ok(!both.includes('whsec_'))
  })

  test('are two for 24 hours after a rotation, the newest first, and one after that', () => {
    assert.deepEqual(liveSecrets(first, vault, ID, START_MS), ['whsec_one'])
    assert.deepEqual(liveSecrets(both, vault, ID, START_MS), ['whsec_two', 'whsec_one'])
    assert.deepEqual(liveSecrets(both, vault, ID, START_MS + DAY_MS - 1), ['whsec_two', 'whsec_one'])
    assert.deepEqual(liveSecrets(both, vault, ID, START_MS + DAY_MS), ['whsec_two'])
    assert.deepEqual(liveSecrets(both, vault, ID, START_MS + 1000 * DAY_MS), ['whsec_two'])
  })

  test('that were rotated twice end each at its own time', () => {
    const three = rotated(both, vault, ID, 'whsec_three', START_MS + DAY_MS / 2)
    assert.deepEqual(liveSecrets(three, vault, ID, START_MS + DAY_MS / 2), ['whsec_three', 'whsec_two', 'whsec_one'])
    assert.deepEqual(liveSecrets(three, vault, ID, START_MS + DAY_MS), ['whsec_three', 'whsec_two'])
    assert.deepEqual(liveSecrets(three, vault, ID, START_MS + 1.5 * DAY_MS), ['whsec_three'])
  })

  test('are five at most: who rotates more often ends the oldest', () => {
    let stored = firstSecret(vault, ID, 'whsec_0')
    for (let count = 1; count <= 7; count++) stored = rotated(stored, vault, ID, `whsec_${count}`, START_MS + count)
    assert.deepEqual(
      liveSecrets(stored, vault, ID, START_MS + 10),
      [7, 6, 5, 4, 3].map((count) => `whsec_${count}`),
    )
  })

  test('open under no other key, and for no other endpoint', () => {
    assert.throws(() => liveSecrets(first, createVault(Buffer.alloc(32, 2)), ID, START_MS))
    assert.throws(() => liveSecrets(first, vault, 'we_2' as WebhookEndpointId, START_MS))
  })
})

describe('the reader that remembers', () => {
  test('opens the same stored form once, and again when a secret has ended', () => {
    let opened = 0
    const counting = {
      ...vault,
      open(...given: Parameters<typeof vault.open>) {
        opened++
        return vault.open(...given)
      },
    }
    const read = createSecretReader(counting)
    const both = rotated(firstSecret(vault, ID, 'whsec_one'), vault, ID, 'whsec_two', START_MS)
    for (let count = 0; count < 3; count++) assert.deepEqual(read(both, ID, START_MS), ['whsec_two', 'whsec_one'])
    assert.equal(opened, 2)
    assert.deepEqual(read(both, ID, START_MS + DAY_MS - 1), ['whsec_two', 'whsec_one'])
    assert.deepEqual(read(both, ID, START_MS + DAY_MS), ['whsec_two'])
    assert.equal(opened, 3)
  })

  test('sees a rotation at once: it has another stored form', () => {
    const read = createSecretReader(vault)
    const first = firstSecret(vault, ID, 'whsec_one')
    assert.deepEqual(read(first, ID, START_MS), ['whsec_one'])
    assert.deepEqual(read(rotated(first, vault, ID, 'whsec_two', START_MS), ID, START_MS), ['whsec_two', 'whsec_one'])
  })
})
