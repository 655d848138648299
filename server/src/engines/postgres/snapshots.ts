// Reads on PostgreSQL: each on a snapshot, which those of an organization that ask in one go share.
import type { OrganizationId } from '../../kernel/ids.ts'
import type { Tx } from '../../sql/database.ts'
import { COMMIT, control } from '../control.ts'
import type { Connection } from './connection.ts'
import { asUnavailable, isGivenUp } from './errors.ts'
import type { Pool } from './pool.ts'

/**
 * Reads that share a snapshot at most: they also share a connection, on which a slow statement delays those behind it. An organization has half
 * of the connections, so 32 requests that arrive together are read in one go; with four to a snapshot a list cost a tenth more CPU.
 */
const READS_PER_SNAPSHOT = 8

const BEGIN_READING = control('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')

/** What reads that were asked for in one go see. */
interface Snapshot {
  organization_id: OrganizationId | undefined
  reader: Promise<Connection>
  /** The reads that have it and have not ended. */
  users: number
  is_shared: boolean
}

/** A statement before it failed, and PostgreSQL gave up the transaction of both. */
class GivenUp extends Error {}

/** The snapshots of one pool of connections. */
export class Snapshots {
  private readonly readers: Pool
  /** Those that callers who ask now share, by organization: on a connection of one, no other waits for a slow statement. */
  private readonly shared = new Map<OrganizationId | undefined, Snapshot>()

  constructor(readers: Pool) {
    this.readers = readers
  }

  /** Runs `work` on a snapshot, shared with those of the same organization that ask in one go. Throws 503 where trying again can help. */
  async read<T>(work: (tx: Tx) => Promise<T>, organization_id?: OrganizationId): Promise<T> {
    const snapshot = this.take(organization_id)
    try {
      return await workOn(await snapshot.reader, work)
    } catch (error) {
      if (!(error instanceof GivenUp) || !snapshot.is_shared) throw error
    } finally {
      if (--snapshot.users === 0) this.leave(snapshot)
    }
    // Another one's statement had failed: this time by itself.
    const reader = await this.open(organization_id)
    try {
      return await workOn(reader, work)
    } finally {
      this.end(reader, organization_id)
    }
  }

  /** The snapshot of those of an organization who ask in one go, or a new one; counts the caller among its users. */
  private take(organization_id: OrganizationId | undefined): Snapshot {
    let snapshot = this.shared.get(organization_id)
    if (!snapshot || snapshot.users >= READS_PER_SNAPSHOT) {
      // A caller that asks in one go, with nothing in between but our own code, has learnt of nothing that is not in it.
      if (this.shared.size === 0) process.nextTick(() => this.shared.clear())
      snapshot = { organization_id, reader: this.open(organization_id), users: 0, is_shared: false }
      this.shared.set(organization_id, snapshot)
    } else {
      snapshot.is_shared = true
    }
    snapshot.users++
    return snapshot
  }

  /** Ends a snapshot that nobody has any more. */
  private leave(snapshot: Snapshot): void {
    const { organization_id, reader } = snapshot
    if (this.shared.get(organization_id) === snapshot) this.shared.delete(organization_id)
    reader.then(
      (connection) => this.end(connection, organization_id),
      () => {},
    )
  }

  private async open(organization_id: OrganizationId | undefined): Promise<Connection> {
    const reader = await this.readers.take(organization_id)
    reader.post(BEGIN_READING, [])
    return reader
  }

  private end(reader: Connection, organization_id: OrganizationId | undefined): void {
    // Not waited for: what the connection is given for next comes behind it.
    reader.post(COMMIT, [])
    this.readers.give(reader, organization_id)
  }
}

/** Reads on a connection; throws 503 where trying again can help. */
async function workOn<T>(reader: Connection, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await work(reader)
  } catch (error) {
    if (isGivenUp(error)) throw new GivenUp('The transaction of a read was given up', { cause: error })
    throw asUnavailable(error, reader.is_lost)
  }
}
