// Organizations: the owners of companies, users and API keys.

import { invalid } from '../../kernel/errors.ts'
import { newId, type OrganizationId } from '../../kernel/ids.ts'
import { codePointLength } from '../../kernel/text.ts'
import type { WriteTx } from '../../sql/database.ts'
import { insertOrganization } from './repository.ts'

/** Makes an organization; throws 400 for a blank or very long name. */
export async function createOrganization(tx: WriteTx, name: string, now_ms: number): Promise<OrganizationId> {
  const trimmed = name.trim()
  if (trimmed === '' || codePointLength(trimmed) > 255)
    throw invalid('organization', 'The organization name must have 1 to 255 characters')
  const id = newId('organization', now_ms)
  await insertOrganization(tx, { id, name: trimmed, created_at: new Date(now_ms).toISOString() })
  return id
}
