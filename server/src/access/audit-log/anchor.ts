// Anchors replace entries that retention has removed: they hold the hashes by which the chain continues after them, signed.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Vault } from '../../kernel/vault.ts'
import type { AuditAnchorsTable, AuditLogTable, StoredEntry } from './table.ts'

/** Entries that follow each other and were all cut: the first and the last sequence, and the hash of the last. */
export type Gap = [first: number, last: number, hash: string]

/** The label under which the signing key is derived from the vault's key. */
const ANCHOR_KEY = 'quoin audit anchors 1'

/** The key that anchors are signed with. It is in no database: someone who can only change rows can't make an anchor. */
export const anchorKeyOf = (vault: Vault): string => vault.derive(ANCHOR_KEY)

/** The signature of an anchor under `key`. The fields are listed one by one: their order is part of the format. */
export function signatureOf(anchor: Omit<AuditAnchorsTable, 'signature'>, key: string): string {
  const { organization_id, first_sequence, last_sequence, cut_entries, gaps, cut_at } = anchor
  const text = JSON.stringify([organization_id, first_sequence, last_sequence, cut_entries, gaps, cut_at])
  return createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('hex')
}

/** Whether an anchor was signed with `key` and has not changed since. */
export function isSigned(anchor: AuditAnchorsTable, key: string): boolean {
  const [given, expected] = [Buffer.from(anchor.signature, 'hex'), Buffer.from(signatureOf(anchor, key), 'hex')]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Whether retention may cut an entry: reads and refusals, never a change. The trigger of the table and `CUTTABLE` say the same. */
export function isCuttable({ status, method }: Pick<AuditLogTable, 'status' | 'method'>): boolean {
  return status >= 400 || CUTTABLE_METHODS.includes(method)
}

export const CUTTABLE_METHODS = ['GET', 'HEAD', 'OPTIONS', '*']
/** The same in SQL: what segments of the log hold. */
export const CUTTABLE = "status >= 400 OR method IN ('GET', 'HEAD', 'OPTIONS', '*')"

/** A run of entries to cut, and whether each is removed by itself, not with its segment. */
interface Run {
  gap: Gap
  is_removed_singly: boolean
}

/**
 * The runs of cuttable entries among `rows`, which follow each other in the chain. A run ends where a segment does: each is removed as a whole
 * or not at all.
 */
export function gapsIn(rows: readonly StoredEntry[]): Run[] {
  const runs: (Run & { segment: number })[] = []
  for (const row of rows) {
    if (!isCuttable(row)) continue
    const segment = row.segment ?? 0
    const last = runs.at(-1)
    if (last && last.gap[1] === row.sequence - 1 && last.segment === segment) {
      last.gap[1] = row.sequence
      last.gap[2] = row.hash
    } else runs.push({ gap: [row.sequence, row.sequence, row.hash], segment, is_removed_singly: segment === 0 })
  }
  return runs
}
