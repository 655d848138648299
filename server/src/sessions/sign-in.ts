// Signing in to the dashboard: passwords, second factors and sessions, kept by better-auth in our database.
import type { Database } from '../database/database.ts'
import { dialectOf } from '../database/kysely-driver.ts'

/** A session ends after so long without a request, and so long after its beginning. */
const IDLE_S = 7 * 24 * 60 * 60
/** How often a request makes it last longer. */
const RENEWED_EVERY_S = 60 * 60

export const AUTH_PATH = '/dashboard/auth'
const COOKIE_PREFIX = '__Host-quoin'

export interface SignInParts {
  database: Database
  /** Where the dashboard is reached: `https://quoin.example.com`. */
  public_url: string
  /** Signs cookies and seals second factors. */
  secret: string
}

/** The library and our settings of it. It is loaded at the first use: it takes longer than all the rest of a start. */
export async function openSignIn(parts: SignInParts) {
  const [{ betterAuth }, { twoFactor }] = await Promise.all([import('better-auth'), import('better-auth/plugins/two-factor')])
  return betterAuth({
    appName: 'Quoin',
    baseURL: parts.public_url,
    basePath: AUTH_PATH,
    secret: parts.secret,
    trustedOrigins: [parts.public_url],
    telemetry: { enabled: false },
    // Both engines keep moments as texts and flags as numbers, as it does for SQLite.
    database: { dialect: dialectOf(parts.database), type: 'sqlite', transaction: false },
    logger: { disabled: true },
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
      expiresIn: IDLE_S,
      updateAge: RENEWED_EVERY_S,
      // A copy of it in the cookie would outlive a sign-out elsewhere.
      cookieCache: { enabled: false },
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
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 10, maxPasswordLength: 200 },
    advanced: {
      // `__Host-`: for this very host, over TLS only (or on the machine itself), and set by no sub-domain.
      cookiePrefix: COOKIE_PREFIX,
      // It would put a prefix of its own before ours.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: true, httpOnly: true, sameSite: 'lax', path: '/' },
    },
    plugins: [
      twoFactor({
        issuer: 'Quoin',
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
    ],
  })
}
