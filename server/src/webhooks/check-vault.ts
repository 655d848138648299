// Whether the server's key is the one that the database's secrets were sealed with.

import type { Database } from '../database/database.ts'
import { CannotOpen } from '../database/sqlite.ts'
import type { Vault } from '../kernel/vault.ts'
import { findSomeSecrets } from './repository.ts'
import { liveSecrets } from './signing-secrets.ts'

/** Throws CannotOpen, with the one line to show, when the vault does not open the secrets of a webhook endpoint in the database. */
export async function checkVault(database: Database, vault: Vault, now_ms: number): Promise<void> {
  const some = await database.readOne(findSomeSecrets)
  if (!some) return
  try {
    liveSecrets(some.secrets, vault, some.id, now_ms)
  } catch {
    throw new CannotOpen(
      'The secrets of webhook endpoints were sealed with another key: restore secret.key in the data folder from a backup, or set QUOIN_SECRET_KEY to the old one',
    )
  }
}
