// Signing in to the dashboard: passwords, second factors and sessions, kept by better-auth in our database.
import type { Database } from '../database/database.ts'
import { dialectOf } from '../database/kysely-driver.ts'

import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './persons.ts'
import { COOKIE_PREFIX, LONGEST_S } from './session.ts'

export const AUTH_PATH = '/dashboard/auth'
/** The header in which the library is told the client's address: it would believe `X-Forwarded-For`. */
export const ADDRESS_HEADER = 'x-quoin-client-address'

export interface SignInParts {
  database: Database
  /** Where the dashboard is reached: `https://quoin.example.com`. The library sees no other: where a request comes from is looked at before. */
  origin: string
  /** Signs cookies and seals second factors. */
  secret: string
}

/** The library and our settings of it. It is loaded at the first use: it takes longer than all the rest of a start. */
export async function openSignIn(parts: SignInParts) {
  const [{ betterAuth }, { twoFactor }] = await Promise.all([import('better-auth'), import('better-auth/plugins/two-factor')])
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
    // back-off.ts is ours: it knows accounts too, and counts what failed.
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
      // When it ends at the latest. That it ends when it is not used is looked after by session.ts, with every request.
      expiresIn: LONGEST_S,
      disableSessionRefresh: true,
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
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
    },
    advanced: {
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
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
