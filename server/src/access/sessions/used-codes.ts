// A code of the second factor counts once (RFC 6238, section 5.2): otherwise anyone who has seen one typed could use it for another minute.
// The sign-in library remembers none, so this check comes before it.
import type { BetterAuthPlugin } from 'better-auth'
import type { Database } from '../../sql/database.ts'
import { findSecondFactor, spendStep } from './repository.ts'
import { stepOf } from './totp.ts'

const VERIFY = '/two-factor/verify-totp'
/** The library's name of the cookie of a sign-in that waits for a code. */
const BEGUN = 'two_factor'

/**
 * The plugin that accepts each time step once: 401 for a code of the last accepted step or an earlier one, in any process.
 * Wrong codes are left to the library, which counts them.
 */
export async function openUsedCodes(database: Database): Promise<BetterAuthPlugin> {
  const [{ APIError, createAuthMiddleware, getSessionFromCtx }, { symmetricDecrypt }] = await Promise.all([
    import('better-auth/api'),
    import('better-auth/crypto'),
  ])
  const spendCode = createAuthMiddleware(async (context) => {
    const { secret, secretConfig, createAuthCookie, internalAdapter } = context.context
    const personOfBegun = async () => {
      const name = await context.getSignedCookie(createAuthCookie(BEGUN).name, secret)
      return name ? (await internalAdapter.findVerificationValue(name))?.value : undefined
    }
    const person_id = (await getSessionFromCtx(context))?.user.id ?? (await personOfBegun())
    const factor = person_id === undefined ? undefined : await database.readOne((tx) => findSecondFactor(tx, person_id))
    if (!factor) return
    const key = await symmetricDecrypt({ key: secretConfig, data: factor.secret })
    // By the clock that the library uses.
    const step = stepOf(key, String(context.body?.code), Date.now())
    if (step === undefined || (await database.write((tx) => spendStep(tx, factor.id, step)))) return
    throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'This code was used already: wait for the next one' })
  })
  return { id: 'quoin-used-codes', hooks: { before: [{ matcher: ({ path }) => path === VERIFY, handler: spendCode }] } }
}
