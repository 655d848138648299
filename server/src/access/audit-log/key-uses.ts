// When API keys were used last: noted in memory, and written along with the audit log.
import type { Logger } from 'pino'
import type { ApiKeyId } from '../../kernel/ids.ts'
import type { Database } from '../../sql/database.ts'
import { recordUses } from '../api-keys/service.ts'
import { createAuditBuffer } from './buffer.ts'

/** The audit buffer, and the times of use that are written along with it. */
export function createKeyUses(database: Database, log: Logger) {
  const uses = new Map<ApiKeyId, string>()
  let writing: ReadonlyMap<ApiKeyId, string> = new Map()
  const buffer = createAuditBuffer(
    database,
    {
      hasMore: () => uses.size > 0,
      async write(tx) {
        writing = new Map(uses)
        await recordUses(tx, writing)
      },
      written() {
        // Not before the commit, and not what was noted since.
        for (const [id, at] of writing) if (uses.get(id) === at) uses.delete(id)
      },
    },
    (error) => log.error({ err: error }, 'the audit log could not be written; trying again'),
  )
  return {
    buffer,
    add(id: ApiKeyId, at: string) {
      uses.set(id, at)
      buffer.wake()
    },
  }
}
