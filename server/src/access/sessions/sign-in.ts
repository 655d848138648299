// Signing in to the dashboard: passwords, second factors and sessions, kept by better-auth in our database.
import type { Database } from '../../sql/database.ts'
import { dialectOf } from '../../sql/kysely-driver.ts'
import { hashPassword, isPasswordOf } from './hashing.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './new-password.ts'
import { COOKIE_PREFIX, LONGEST_S } from './session.ts'
import { openProvider, type ProviderParts } from './single-sign-on.ts'
import { openUsedCodes } from './used-codes.ts'

export const AUTH_PATH = '/dashboard/auth'
/** The header that passes the client's address to the library, which would otherwise believe `X-Forwarded-For`. */
export const ADDRESS_HEADER = 'x-quoin-client-address'

export interface SignInParts {
  database: Database
  /** Where the dashboard is reached: `https://quoin.example.com`. The library sees no other: where a request comes from is looked at before. */
  origin: string
  /** Signs cookies and seals second factors. */
  secret: string
  /** Another service that people can sign in by, if there is one. */
  provider: ProviderParts | undefined
}

/**
 * How long after a sign-in a passkey may be added, and a person without a password may change the second factor: a session that someone left
 * open must not become a permanent way in.
 */
export const FRESH_S = 60 * 60

/** The host that passkeys are made for: that of the service, if it has a name. Browsers make none for IP addresses. */
export function passkeyHostOf(url: string): string | null {
  const { hostname } = new URL(url)
  return /^[\d.]+$|^\[/.test(hostname) ? null : hostname
}

/** The library and our settings of it. It is loaded at the first use: it takes longer than all the rest of a start. */
export async function openSignIn(parts: SignInParts) {
  const [{ betterAuth }, { twoFactor }, { passkey }] = await Promise.all([
    import('better-auth'),
    import('better-auth/plugins/two-factor'),
    import('@better-auth/passkey'),
  ])
  const provider = parts.provider && (await openProvider(parts.provider))
  const used_codes = await openUsedCodes(parts.database)
  const second_factor = askedAlsoOf(
    SINGLE_SIGN_ON_PATH,
    twoFactor({
      issuer: 'Quoin',
      // It would let strangers lock the owner of an account out. back-off.ts counts codes like passwords: by person and address.
      accountLockout: { enabled: false },
      // A person with a password is still asked for it; auth.ts asks the others for a recent sign-in.
      allowPasswordless: true,
      schema: {
        user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
        twoFactor: {
          modelName: 'two_factors',
          fields: {
            userId: 'person_id',
            backupCodes: 'backup_codes',
            failedVerificationCount: 'failed_verification_count',
            lockedUntil: 'locked_until',
          },
        },
      },
    }),
  )
  return betterAuth({
    appName: 'Quoin',
    baseURL: parts.origin,
    basePath: AUTH_PATH,
    secret: parts.secret,
    trustedOrigins: [parts.origin],
    telemetry: { enabled: false },
    // Both engines keep moments as texts and flags as numbers, as it does for SQLite.
    database: { dialect: dialectOf(parts.database), type: 'sqlite', transaction: false },
    logger: { disabled: true },
    // Our back-off.ts does it: it also counts by account, and only failures.
    rateLimit: { enabled: false },
    user: {
      modelName: 'persons',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'person_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      // The absolute end. session.ts ends unused sessions, at each request.
      expiresIn: LONGEST_S,
      disableSessionRefresh: true,
      // A copy of it in the cookie would outlive a sign-out elsewhere.
      cookieCache: { enabled: false },
      freshAge: FRESH_S,
    },
    account: {
      modelName: 'credentials',
      fields: {
        userId: 'person_id',
        providerId: 'provider_id',
        accountId: 'account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      // persons.ts has decided who it is. The tokens of the other service are not needed here.
      accountLinking: { requireLocalEmailVerified: false },
      updateAccountOnSignIn: false,
    },
    databaseHooks: {
      account: { create: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) } },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      // The same form as its own, a few at a time.
      password: { hash: hashPassword, verify: ({ hash, password }) => isPasswordOf(hash, password) },
    },
    advanced: {
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      // `__Host-`: for this very host, over TLS only (or on the machine itself), and set by no sub-domain.
      cookiePrefix: COOKIE_PREFIX,
      // The library would put its own prefix before ours.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: true, httpOnly: true, sameSite: 'lax', path: '/' },
    },
    plugins: [
      second_factor,
      used_codes,
      passkey({
        rpID: passkeyHostOf(parts.origin) ?? 'localhost',
        rpName: 'Quoin',
        origin: parts.origin,
        // It replaces password and second factor together: the device has to verify its user.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        registration: { afterVerification: ({ verification }) => requireUser(verification.registrationInfo?.userVerified) },
        authentication: { afterVerification: ({ verification }) => requireUser(verification.authenticationInfo.userVerified) },
        advanced: { webAuthnChallengeCookie: 'passkey' },
        schema: {
          passkey: {
            modelName: 'passkeys',
            fields: {
              publicKey: 'public_key',
              userId: 'person_id',
              credentialID: 'credential_id',
              deviceType: 'device_type',
              backedUp: 'backed_up',
              createdAt: 'created_at',
            },
          },
        },
      }),
      ...(provider ? [provider] : []),
    ],
  })
}

/** Where the library has a sign-in by another service end. */
const SINGLE_SIGN_ON_PATH = '/callback/:id'

const NO_TOKENS = { accessToken: null, refreshToken: null, idToken: null, scope: null }

/** The plugin of the second factor, asking for it at the end of a sign-in of the path as well, and not after a password alone. */
function askedAlsoOf<H extends { matcher(context: { path?: string }): boolean }, P extends { hooks: { after: H[] } }>(
  path: string,
  plugin: P,
): P {
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (context: { path?: string }) => context.path === path || hook.matcher(context),
  }))
  return { ...plugin, hooks: { ...plugin.hooks, after } }
}

/** Throws for a passkey whose device did not verify its user. */
async function requireUser(is_verified: boolean | undefined): Promise<void> {
  if (!is_verified) throw new Error('The device did not look who is using it')
}
