// The signing secrets of an endpoint: the newest, and the older ones that still live after a rotation.
import { checksum } from '../../kernel/crypto.ts'
import { randomToken, type WebhookEndpointId } from '../../kernel/ids.ts'
import type { Vault } from '../../kernel/vault.ts'
import { PREFIX } from './signature.ts'

/** How long the secret before the newest is still signed with. */
const OVERLAP_MS = 24 * 60 * 60 * 1000
/** The most live secrets: rotating more often ends the oldest. */
const MOST_LIVE = 5

/** With the six characters of the checksum 44: the base64 of 33 bytes, without padding. Standard Webhooks asks for 24 to 64 bytes. */
const RANDOM_CHARACTERS = 38

/** One secret as stored; null: it does not expire. */
interface Kept {
  sealed: string
  expires_at: string | null
}

/** A new signing secret: `whsec_`, 38 random letters and digits (226 bits), and a checksum of six over what stands before it. */
export function newSigningSecret(): string {
  const text = PREFIX + randomToken(RANDOM_CHARACTERS)
  return text + checksum(text)
}

/** The stored form of an endpoint's first secret. */
export function firstSecret(vault: Vault, endpoint_id: WebhookEndpointId, secret: string): string {
  return JSON.stringify([{ sealed: vault.seal(secret, endpoint_id), expires_at: null }] satisfies Kept[])
}

/** The stored form after a rotation at `now_ms`: `secret` is the newest, the one before it lives for 24 hours more. */
export function rotated(stored: string, vault: Vault, endpoint_id: WebhookEndpointId, secret: string, now_ms: number): string {
  const expires_at = new Date(now_ms + OVERLAP_MS).toISOString()
  const older = living(stored, now_ms).map((kept) => ({ ...kept, expires_at: kept.expires_at ?? expires_at }))
  const newest: Kept = { sealed: vault.seal(secret, endpoint_id), expires_at: null }
  return JSON.stringify([newest, ...older].slice(0, MOST_LIVE))
}

/** The secrets to sign with at `now_ms`, the newest first. Throws when they were sealed under another key, or changed. */
export function liveSecrets(stored: string, vault: Vault, endpoint_id: WebhookEndpointId, now_ms: number): string[] {
  return living(stored, now_ms).map(({ sealed }) => vault.open(sealed, endpoint_id))
}

/** Opened secrets that are remembered at most, so that not each delivery opens them again. */
const MOST_REMEMBERED = 1_000

/** `liveSecrets` with a memory of opened secrets, for signing many deliveries. */
export function createSecretReader(vault: Vault): (stored: string, endpoint_id: WebhookEndpointId, now_ms: number) => string[] {
  const opened = new Map<string, { until_ms: number; secrets: string[] }>()
  return (stored, endpoint_id, now_ms) => {
    const known = opened.get(stored)
    if (known && now_ms < known.until_ms) return known.secrets
    const ends = living(stored, now_ms).flatMap(({ expires_at }) => (expires_at === null ? [] : [Date.parse(expires_at)]))
    const secrets = liveSecrets(stored, vault, endpoint_id, now_ms)
    if (opened.size >= MOST_REMEMBERED) opened.clear()
    opened.set(stored, { until_ms: Math.min(Number.POSITIVE_INFINITY, ...ends), secrets })
    return secrets
  }
}

function living(stored: string, now_ms: number): Kept[] {
  const now = new Date(now_ms).toISOString()
  return (JSON.parse(stored) as Kept[]).filter(({ expires_at }) => expires_at === null || expires_at > now)
}
