// Checks the chains of the log: each entry against the one before it, and the anchors that replace removed entries.

import type { OrganizationId } from '../../kernel/ids.ts'
import type { Database, Tx } from '../../sql/database.ts'
import { type Gap, isSigned } from './anchor.ts'
import { GENESIS, hashOf } from './chain.ts'
import { findHead, listAnchors, listChains, listEntriesAfter } from './repository.ts'
import type { AuditAnchorsTable, AuditLogTable } from './table.ts'

const ROWS_READ_AT_ONCE = 1_000
const ANCHORS_READ_AT_ONCE = 100

/** The result of checking a chain. `problem` is undefined for an intact one. */
export interface ChainReport {
  organization_id: string
  /** Entries that were ever appended, up to the first one at fault. */
  entries: number
  /** Entries among them that retention has removed. */
  cut: number
  head: string
  problem?: string
}

/**
 * Checks every chain and names the first entry at fault: changed, removed, swapped, or cut off at the end. Entries may be missing
 * only if an anchor that is signed with `key` (`anchorKeyOf`) covers them. Keep the heads outside of the database too: anyone who
 * can rewrite the whole log can also compute a new chain.
 */
export function verifyAuditLog(database: Database, key?: string): Promise<ChainReport[]> {
  return database.read(async (tx) => {
    const reports: ChainReport[] = []
    for (const organization_id of await listChains(tx)) reports.push(await new ChainCheck(tx, organization_id, key).run())
    return reports
  })
}

/** How far the check of a chain has come. */
class ChainCheck {
  private readonly tx: Tx
  private readonly chain: OrganizationId | ''
  private readonly key: string | undefined
  private sequence = 0
  private hash = GENESIS
  private cut = 0
  /** Anchors that were read ahead, and the gaps of the current one. */
  private anchors: AuditAnchorsTable[] = []
  private anchored_to = 0
  private gaps: Gap[] = []

  constructor(tx: Tx, chain: OrganizationId | '', key: string | undefined) {
    this.tx = tx
    this.chain = chain
    this.key = key
  }

  async run(): Promise<ChainReport> {
    const problem = await this.findProblem()
    const { chain: organization_id, sequence: entries, cut, hash: head } = this
    return { organization_id, entries, cut, head, ...(problem ? { problem } : {}) }
  }

  private async findProblem(): Promise<string | undefined> {
    for (;;) {
      const rows = await listEntriesAfter(this.tx, this.chain, this.sequence, ROWS_READ_AT_ONCE)
      for (const row of rows) {
        const problem = (await this.passGaps(row.sequence)) ?? this.faultOf(row)
        if (problem) return problem
        this.sequence = row.sequence
        this.hash = row.hash
      }
      if (rows.length < ROWS_READ_AT_ONCE) break
    }
    return (
      (await this.passGaps(Number.POSITIVE_INFINITY)) ??
      faultOfHead(await findHead(this.tx, this.chain), this.sequence, this.hash) ??
      (await this.findForgedAnchor())
    )
  }

  /** One that no missing entry led to may wait for its day. */
  private async findForgedAnchor(): Promise<string | undefined> {
    for (let from = 0; ; ) {
      const anchors = await listAnchors(this.tx, this.chain, from, ANCHORS_READ_AT_ONCE)
      for (const anchor of anchors) {
        const problem = this.faultOfAnchor(anchor)
        if (problem) return problem
      }
      if (anchors.length < ANCHORS_READ_AT_ONCE) return undefined
      from = anchors.at(-1)!.first_sequence + 1
    }
  }

  /** Continues after the next gaps, up to `next`, the sequence of the next existing entry. */
  private async passGaps(next: number): Promise<string | undefined> {
    while (this.sequence + 1 < next) {
      // Entries of a segment are there until it is dropped as a whole, also when an anchor covers them.
      while (this.gaps.length > 0 && this.gaps[0]![0] <= this.sequence) this.gaps.shift()
      if (this.gaps.length === 0) {
        const anchor = await this.nextAnchor()
        // Its entries are checked like any others until a gap begins.
        if (!anchor || anchor.first_sequence >= next) return undefined
        const problem = this.enter(anchor)
        if (problem) return problem
        continue
      }
      const [first, last, hash] = this.gaps[0]!
      if (first !== this.sequence + 1 || last >= next) return undefined
      this.gaps.shift()
      this.cut += last - first + 1
      this.sequence = last
      this.hash = hash
    }
    return undefined
  }

  private async nextAnchor(): Promise<AuditAnchorsTable | undefined> {
    if (this.anchors.length === 0) {
      this.anchors = await listAnchors(this.tx, this.chain, this.anchored_to + 1, ANCHORS_READ_AT_ONCE)
    }
    return this.anchors[0]
  }

  private enter(anchor: AuditAnchorsTable): string | undefined {
    this.anchors.shift()
    const problem = this.faultOfAnchor(anchor)
    if (problem) return problem
    this.anchored_to = anchor.last_sequence
    this.gaps = (JSON.parse(anchor.gaps) as Gap[]).filter(([first]) => first > this.sequence)
    return undefined
  }

  private faultOf(row: AuditLogTable): string | undefined {
    const first = this.sequence + 1
    if (row.sequence !== first) {
      // The anchor's entries were not removed.
      const last = Math.min(row.sequence, this.gaps[0]?.[0] ?? row.sequence) - 1
      return last <= first ? `entry ${first} was removed` : `entries ${first} to ${last} were removed`
    }
    if (hashOf(this.hash, row) !== row.hash) return `entry ${first} was changed, or swapped with another`
    return undefined
  }

  private faultOfAnchor(anchor: AuditAnchorsTable): string | undefined {
    const name = `the anchor of entries ${anchor.first_sequence} to ${anchor.last_sequence}`
    if (this.key === undefined) return `${name} can't be checked without the secret key`
    return isSigned(anchor, this.key) ? undefined : `${name} was changed, or signed with another secret key`
  }
}

function faultOfHead(head: { sequence: number; hash: string } | undefined, sequence: number, hash: string): string | undefined {
  if (!head) return `the head of the chain was removed after entry ${sequence}`
  if (head.sequence > sequence) return `entries ${sequence + 1} to ${head.sequence} were cut off at the end`
  if (head.sequence < sequence || head.hash !== hash) return `the head of the chain does not fit entry ${sequence}`
  return undefined
}
