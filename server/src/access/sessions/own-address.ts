// Lets a person change the address that they sign in with.
import type { Context } from '../../http/context.ts'
import { readEmail } from '../../kernel/email.ts'
import { ApiError, conflict, invalid } from '../../kernel/errors.ts'
import { endLinksAround, findUserByEmail, saveUserEmail } from '../users/repository.ts'
import { checkEmail } from '../users/service.ts'
import type { BackOff } from './back-off.ts'
import { isPasswordOf } from './hashing.ts'
import { loginNameOf } from './login-name.ts'
import {
  endOtherSessions,
  findAccount,
  findPassword,
  findPerson,
  listOrganizationsOf,
  lockPersonById,
  savePersonEmail,
} from './repository.ts'
import { notSignedIn } from './session.ts'

/**
 * Changes the caller's address; it needs their password. Their other sessions end, and so do password links made for them or by
 * them, because they are tied to the old address.
 *
 * Throws 400 for a wrong password, which counts as a guess, and for an invalid address; 409 `user_exists` if the address is taken, here or
 * anywhere, 409 `password_missing` for someone without a password, and 409 `several_organizations` for someone who belongs to several:
 * each of them has the address on record. 429 as at the sign-in.
 */
export async function changeOwnEmail(
  context: Context,
  wanted: { email: string; password: string },
  backOff: BackOff,
): Promise<{ email: string }> {
  const email = readEmail(wanted.email)
  checkEmail(email)
  const { organization_id, user_id, now } = context
  const known = await context.read(async (tx) => {
    const account = await findAccount(tx, organization_id, user_id)
    if (!account?.person_id) throw notSignedIn()
    return { person_id: account.person_id, hash: await findPassword(tx, account.person_id) }
  })
  const { person_id, hash } = known
  if (hash === null) throw conflict('password_missing', 'You have no password: an owner can make a link for one')
  const is_right = await backOff.attempt({ account: person_id, address: context.ip_address }, async () => {
    const result = await isPasswordOf(hash, wanted.password)
    return { result, outcome: result ? 'half' : 'failed' }
  })
  if (!is_right) throw invalid('password', 'The password is not right', 'password_wrong')
  return context.transaction(async (tx) => {
    // Person before member, as everywhere.
    await lockPersonById(tx, person_id)
    if ((await findPassword(tx, person_id)) !== hash) throw invalid('password', 'The password is not right', 'password_wrong')
    if ((await listOrganizationsOf(tx, person_id)).length > 1) {
      const sentence = 'You belong to several organizations, which all know you by this address'
      throw new ApiError(409, [{ error: sentence, code: 'several_organizations' }])
    }
    const owner = await findPerson(tx, loginNameOf(email))
    const member = await findUserByEmail(tx, organization_id, email)
    if ((owner && owner.id !== person_id) || (member && member.id !== user_id))
      throw conflict('user_exists', `${email} is somebody's already`, 'email')
    await savePersonEmail(tx, person_id, loginNameOf(email), now)
    saveUserEmail(tx, organization_id, user_id, email)
    endLinksAround(tx, organization_id, user_id, now)
    if (context.session_id) await endOtherSessions(tx, person_id, context.session_id)
    return { email }
  })
}
