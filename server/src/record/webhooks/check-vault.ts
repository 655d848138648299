// Whether the server's key is the one that the database's secrets were sealed with.

import type { WebhookEndpointId } from '../../kernel/ids.ts'
import type { Vault } from '../../kernel/vault.ts'
import { CannotOpen, type Database, type Tx } from '../../sql/database.ts'
import { statement } from '../../sql/statement.ts'
import { findSomeSecrets } from './repository.ts'
import { liveSecrets } from './signing-secrets.ts'

const findKey = statement<object>()((db) => db.selectFrom('vault_keys').select('key_id').where('id', '=', 1))

const saveKey = statement<{ key_id: string }>()((db, p) =>
  db
    .insertInto('vault_keys')
    .values({ id: 1, key_id: p.key_id })
    .onConflict((old) => old.column('id').doUpdateSet({ key_id: p.key_id })),
)

/** The same where others may be doing so at this moment: the first one's stays. */
const addKey = statement<{ key_id: string }>()((db, p) =>
  db
    .insertInto('vault_keys')
    .values({ id: 1, key_id: p.key_id })
    .onConflict((old) => old.column('id').doNothing()),
)

/** Other data that can only be read with the key it was stored under: its name, and whether there is some. */
export interface Sealed {
  name: string
  exists(tx: Tx): Promise<boolean>
}

/**
 * Throws CannotOpen, with the one line to show, when the vault can't open the secrets of a webhook endpoint in the database, or the data of
 * `others`, or when other processes on the database have another key, because none could open what the other has sealed.
 */
export async function checkVault(
  database: Database,
  vault: Vault,
  now_ms: number,
  others: readonly Sealed[] = [],
): Promise<void> {
  const some = await database.readOne(findSomeSecrets)
  if (some && !canOpen(vault, some, now_ms)) {
    throw sealedOtherwise('The secrets of webhook endpoints')
  }
  const { key_id } = vault
  let known = await database.readOne((tx) => findKey.first(tx, {}))
  if (known?.key_id === key_id) return
  for (const { name, exists } of known ? others : []) {
    if (await database.readOne(exists)) throw sealedOtherwise(name)
  }
  if (database.is_exclusive) return database.write(async (tx) => saveKey.post(tx, { key_id }))
  known ??= await database.write(async (tx) => {
    await addKey.run(tx, { key_id })
    return findKey.first(tx, {})
  })
  if (known?.key_id !== key_id) {
    throw new CannotOpen(
      'This database has been used with another key: all processes on it need the same QUOIN_SECRET_KEY (or the same secret.key in their data folders)',
    )
  }
}

/** The id of the key that servers of the database have; undefined before the first start. */
export const keyIdOf = async (tx: Tx): Promise<string | undefined> => (await findKey.first(tx, {}))?.key_id

function sealedOtherwise(what: string): CannotOpen {
  return new CannotOpen(
    `${what} were sealed with another key: restore secret.key in the data folder from a backup, or set QUOIN_SECRET_KEY to the old one`,
  )
}

function canOpen(vault: Vault, some: { secrets: string; id: string }, now_ms: number): boolean {
  try {
    liveSecrets(some.secrets, vault, some.id as WebhookEndpointId, now_ms)
    return true
  } catch {
    return false
  }
}
