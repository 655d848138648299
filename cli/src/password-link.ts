// The address with which someone sets their password, as the dashboard makes it: works once, within seven days.

import { weaknessOf } from '../../server/src/access/sessions/new-password.ts'
import { createPasswordLink } from '../../server/src/access/users/service.ts'
import { readConfig } from '../../server/src/config.ts'
import type { OrganizationId, UserId } from '../../server/src/kernel/ids.ts'
import type { WriteTx } from '../../server/src/sql/database.ts'

/** Hosts that are listened on, but that no browser can go to. */
const OF_ALL = ['0.0.0.0', '::']

/** Makes the link of a member; their earlier ones end. It starts with the public URL, else with the server's address. */
export async function makePasswordLink(
  tx: WriteTx,
  member: { organization_id: OrganizationId; user_id: UserId; now_ms: number },
): Promise<string> {
  const { public_url, host, port } = readConfig()
  const name = OF_ALL.includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `${public_url ?? `http://${name}:${port}`}/welcome/${await createPasswordLink(tx, member)}`
}

/** Warns on stderr of a password that is easy to guess. It is accepted: the operator may want a simple one for a trial. */
export async function warnOfCommon(password: string | undefined, owner: { email: string; name: string }): Promise<void> {
  const weakness = password === undefined ? undefined : await weaknessOf(password, owner)
  if (weakness !== undefined) process.stderr.write(`Warning: ${weakness}\n`)
}

/** The printed form of a link. */
export function linkLines(link: string): string[] {
  return [`Dashboard     ${link}`, '              (sets the password; works once, within seven days)']
}
