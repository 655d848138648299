import type { Logger } from 'pino'
import type { Caller } from '../../http/context.ts'
import type { ApiKeyId } from '../../kernel/ids.ts'
import type { Database } from '../../sql/database.ts'
import { MOST_KEPT_ADDRESSES } from '../api-keys/repository.ts'
import { type KeyUse, recordUses } from '../api-keys/service.ts'
import { createAuditBuffer } from './buffer.ts'

interface Use extends KeyUse {
  last_used_at: string
  addresses: Map<string, { first_used_at: string; last_used_at: string }>
}

/** Makes the audit buffer, and what keeps the times and addresses at which keys are used: they are written along with it. */
export function createKeyUses(database: Database, log: Logger) {
  let uses = new Map<ApiKeyId, Use>()
  let writing = new Map<ApiKeyId, Use>()
  const buffer = createAuditBuffer(
    database,
    {
      hasMore: () => uses.size > 0 || writing.size > 0,
      async write(tx) {
        // Those of a write that failed, or is tried again, go with what was noted since.
        for (const [id, use] of uses) writing.set(id, merged(writing.get(id), use))
        uses = new Map()
        await recordUses(tx, writing)
      },
      written() {
        writing = new Map()
      },
    },
    (error) => log.error({ err: error }, 'the audit log could not be written; trying again'),
  )
  return {
    buffer,
    add({ api_key_id, organization_id }: Caller, at: string, address: string) {
      const use = uses.get(api_key_id!)
      if (use) note(use, at, address)
      else {
        const addresses = new Map([[address, { first_used_at: at, last_used_at: at }]])
        uses.set(api_key_id!, { organization_id, last_used_at: at, addresses })
      }
      buffer.wake()
    },
  }
}

function note(use: Use, at: string, address: string): void {
  use.last_used_at = at
  const known = use.addresses.get(address)
  if (known) known.last_used_at = at
  else {
    use.addresses.set(address, { first_used_at: at, last_used_at: at })
    keepRecent(use.addresses)
  }
}

function merged(before: Use | undefined, use: Use): Use {
  if (!before) return use
  const addresses = new Map(before.addresses)
  for (const [address, { first_used_at, last_used_at }] of use.addresses) {
    addresses.set(address, { first_used_at: addresses.get(address)?.first_used_at ?? first_used_at, last_used_at })
  }
  keepRecent(addresses)
  return { ...use, addresses }
}

/** As many as are stored: memory stays bounded while the database can't be written. */
function keepRecent(addresses: Use['addresses']): void {
  while (addresses.size > MOST_KEPT_ADDRESSES) {
    const [oldest] = [...addresses].reduce((a, b) => (b[1].last_used_at < a[1].last_used_at ? b : a))
    addresses.delete(oldest)
  }
}
