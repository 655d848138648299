// A person's own sessions: where they are signed in, and signing out there.

import type { Context } from '../../http/context.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Tx } from '../../sql/database.ts'
import { endOtherSessions, endOwnSession, findAccount, listOwnSessions } from './repository.ts'
import { type OwnSession, presentOwnSession } from './schema.ts'
import { LONGEST_IDLE_MS, notSignedIn } from './session.ts'

/** Sessions that are listed at most: the newest. */
const MOST_SESSIONS = 200

/** Lists the caller's living sessions in all organizations, the last used first. */
export function listSessions(context: Context): Promise<{ sessions: OwnSession[] }> {
  return context.read(async (tx) => {
    const idle_since = new Date(context.now_ms - LONGEST_IDLE_MS).toISOString()
    const person_id = await personOf(tx, context)
    const rows = await listOwnSessions(tx, { person_id, now: context.now, idle_since, limit: MOST_SESSIONS })
    return { sessions: rows.map((row) => presentOwnSession(row, context.session_id)) }
  })
}

/** Ends one of them: it is refused from the next request on. Throws 404 for another person's session. */
export function endSession(context: Context, id: string): Promise<{ deleted: true }> {
  return context.transaction(async (tx) => {
    if (!(await endOwnSession(tx, await personOf(tx, context), id))) throw notFound()
    return { deleted: true as const }
  })
}

/** Ends all but this one, and the sign-ins that wait for their second factor; gives how many sessions that were. */
export function endOthers(context: Context): Promise<{ ended: number }> {
  return context.transaction(async (tx) => ({
    ended: await endOtherSessions(tx, await personOf(tx, context), context.session_id!),
  }))
}

async function personOf(tx: Tx, context: Context): Promise<string> {
  const account = await findAccount(tx, context.organization_id, context.user_id)
  if (!account?.person_id) throw notSignedIn()
  return account.person_id
}
