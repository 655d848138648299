// Lists, renames and removes a person's own passkeys. Adding one, and signing in with one, is in sign-in.ts.

import type { Context } from '../../http/context.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Tx } from '../../sql/database.ts'
import { findPasskey, listPasskeyRows, removePasskey, savePasskeyName } from './passkey-repository.ts'
import { findAccount } from './repository.ts'
import { type Passkey, presentPasskey } from './schema.ts'
import { notSignedIn } from './session.ts'

/** Lists the caller's passkeys, the oldest first. */
export function listPasskeys(context: Context): Promise<{ passkeys: Passkey[] }> {
  return context.read(async (tx) => ({
    passkeys: (await listPasskeyRows(tx, await personOf(tx, context))).map(presentPasskey),
  }))
}

/** Renames one. Throws 404 for another person's passkey. */
export function renamePasskey(context: Context, id: string, name: string): Promise<Passkey> {
  return context.transaction(async (tx) => {
    const person_id = await personOf(tx, context)
    const row = await findPasskey(tx, person_id, id)
    if (!row) throw notFound()
    savePasskeyName(tx, person_id, id, name)
    return presentPasskey({ ...row, name })
  })
}

/** Removes one: nobody can sign in with it any more. Sessions that it started continue. Throws 404 for another person's passkey. */
export function deletePasskey(context: Context, id: string): Promise<{ deleted: true }> {
  return context.transaction(async (tx) => {
    const person_id = await personOf(tx, context)
    if (!(await findPasskey(tx, person_id, id))) throw notFound()
    removePasskey(tx, person_id, id)
    return { deleted: true as const }
  })
}

async function personOf(tx: Tx, context: Context): Promise<string> {
  const account = await findAccount(tx, context.organization_id, context.user_id)
  if (!account?.person_id) throw notSignedIn()
  return account.person_id
}
