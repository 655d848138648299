// Sign-in by another service, an OpenID Connect provider: the requests to it, and which of its answers are trusted. State, PKCE and nonce are made
// and stored by the sign-in library; this is the provider that it talks to. Rules: decisions/019-single-sign-on.md.
import { createHash } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { foldEmail } from '../../kernel/email.ts'

/** An OpenID Connect provider, and this service's registration there. */
export interface SingleSignOnSettings {
  /** As its tokens have it in `iss`, to the letter. */
  issuer: string
  client_id: string
  /** Undefined for a public client, which proves itself by PKCE alone. */
  client_secret: string | undefined
  /** The provider's name on the sign-in page. */
  name: string
}

/** The provider's id in the library; also the end of the address that the provider sends people back to. */
export const SINGLE_SIGN_ON = 'sso'

/** Why someone who has signed in there is not let in here. */
export type SsoRefusal = 'no_member' | 'other_account' | 'email_not_verified' | 'failed'

/** The account that the provider vouches for. */
export interface Vouched {
  /** The account there, whatever its address becomes: issuer and `sub`. */
  subject: string
  /** An address that the provider has verified. */
  email: string
  name: string
}

export interface ProviderParts {
  settings: SingleSignOnSettings
  /** Returns the login name of the account that it vouches for, or why there is none. */
  admit(vouched: Vouched): Promise<{ login_name: string } | { refusal: SsoRefusal }>
  /** Receives what went wrong between the services: the person only learns that something did. */
  onFault(error: unknown): void
}

/** Only signatures with a public key. With a shared secret, anyone who knows the client's secret could sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const CLOCKS_DIFFER_S = 60
const LONGEST_ANSWER_MS = 10_000
/** How long the provider's metadata is used without asking again. */
const KEPT_MS = 60 * 60 * 1000
const SCOPES = 'openid email profile'

/** The provider's metadata, with its keys. */
interface Discovered {
  authorization_endpoint: string
  token_endpoint: string
  userinfo_endpoint: string | undefined
  /** Whether it takes the client's secret as HTTP's basic authentication: by the standard it does unless it says otherwise. */
  takes_basic: boolean
  getKey: JWTVerifyGetKey
}

/** Makes the provider as a plugin of the library. Nothing is asked of it before someone signs in by it. */
export async function openProvider(parts: ProviderParts) {
  const [{ APIError }, jose] = await Promise.all([import('better-auth/api'), import('jose')])
  const { settings } = parts
  const { issuer, client_id } = settings
  const discover = createDiscovery(issuer, jose.createRemoteJWKSet)
  const refused = (refusal: SsoRefusal) => new APIError('UNAUTHORIZED', { code: refusal, message: 'Single sign-on was refused' })
  /** Runs what asks the other service: its faults are reported, and are not faults of ours. */
  const asking = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask()
    } catch (error) {
      parts.onFault(error)
      const message = 'The service for single sign-on can not be used now'
      throw new APIError('SERVICE_UNAVAILABLE', { code: 'single_sign_on_unavailable', message })
    }
  }
  /** The claims of an ID token that is genuine, meant for us, and for the very sign-in that asked for it. */
  const verified = async (token: string | undefined, nonce: string | undefined): Promise<JWTPayload & { sub: string }> => {
    if (token === undefined || nonce === undefined) throw new Error('the provider gave no ID token')
    const { getKey } = await discover()
    const { payload } = await jose.jwtVerify(token, getKey, {
      issuer,
      audience: client_id,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCKS_DIFFER_S,
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
    })
    if (payload['nonce'] !== nonce) throw new Error('the ID token is of another sign-in: its nonce differs')
    const { azp } = payload
    if (azp !== undefined && azp !== client_id) throw new Error('the ID token was made for another client: its azp differs')
    return payload as JWTPayload & { sub: string }
  }
  const plugin = {
    id: 'quoin-single-sign-on',
    init: () => ({
      context: {
        socialProviders: [
          {
            id: SINGLE_SIGN_ON,
            name: settings.name,
            // The library compares `iss` of the way back with it (RFC 9207).
            issuer,
            requiresIdTokenNonce: true,
            disableSignUp: true,
            options: { disableSignUp: true, disableIdTokenSignIn: true },
            accountSubject: ({ profile }: { profile: object }) => (profile as { subject: string }).subject,
            createAuthorizationURL: (wanted: Wanted) => asking(async () => authorizationUrl(await discover(), client_id, wanted)),
            validateAuthorizationCode: (given: Given) =>
              asking(async () => {
                const answer = await redeem(await discover(), settings, given)
                return { idToken: textIn(answer, 'id_token'), accessToken: textIn(answer, 'access_token') }
              }),
            async getUserInfo(tokens: { idToken?: string; accessToken?: string; expectedIdTokenNonce?: string }) {
              let claims: JWTPayload & { sub: string }
              try {
                claims = await verified(tokens.idToken, tokens.expectedIdTokenNonce)
                if (claims['email'] === undefined)
                  claims = { ...claims, ...(await userInfo(await discover(), claims.sub, tokens)) }
              } catch (error) {
                parts.onFault(error)
                throw refused('failed')
              }
              const { email } = claims
              if (typeof email !== 'string' || !isTrue(claims['email_verified'])) throw refused('email_not_verified')
              const name = typeof claims['name'] === 'string' ? claims['name'] : email
              const vouched = { subject: `${issuer} ${claims.sub}`, email: foldEmail(email), name }
              const admitted = await parts.admit(vouched)
              if ('refusal' in admitted) throw refused(admitted.refusal)
              return { user: { email: admitted.login_name, emailVerified: true, name }, data: vouched }
            },
          },
        ],
      },
    }),
  }
  return plugin satisfies BetterAuthPlugin
}

/** Some write it as a text. Anything else, and nothing, is no. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}

/** Requests the provider's metadata, once an hour at most. */
function createDiscovery(issuer: string, keysAt: (url: URL) => JWTVerifyGetKey): () => Promise<Discovered> {
  let known: { until_ms: number; found: Promise<Discovered> } | undefined
  const ask = async (): Promise<Discovered> => {
    const answer = await askJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
    // Its tokens would be refused by it later, with less to go by.
    if (answer['issuer'] !== issuer)
      throw new Error(`QUOIN_OIDC_ISSUER is ${issuer}, but the provider calls itself ${answer['issuer']}`)
    const methods = answer['token_endpoint_auth_methods_supported']
    return {
      authorization_endpoint: required(answer, 'authorization_endpoint'),
      token_endpoint: required(answer, 'token_endpoint'),
      userinfo_endpoint: textIn(answer, 'userinfo_endpoint'),
      takes_basic: !Array.isArray(methods) || methods.includes('client_secret_basic'),
      getKey: keysAt(new URL(required(answer, 'jwks_uri'))),
    }
  }
  return () => {
    const now_ms = performance.now()
    if (!known || known.until_ms < now_ms) {
      const asked = { until_ms: now_ms + KEPT_MS, found: ask() }
      known = asked
      asked.found.catch(() => {
        if (known === asked) known = undefined
      })
    }
    return known.found
  }
}

interface Wanted {
  state: string
  codeVerifier: string
  redirectURI: string
  idTokenNonce?: string | undefined
}

/** Where the browser is sent to (OpenID Connect Core, 3.1.2.1; RFC 7636). */
function authorizationUrl({ authorization_endpoint }: Discovered, client_id: string, wanted: Wanted): URL {
  const url = new URL(authorization_endpoint)
  const parameters = {
    response_type: 'code',
    client_id,
    redirect_uri: wanted.redirectURI,
    scope: SCOPES,
    state: wanted.state,
    nonce: wanted.idTokenNonce ?? '',
    code_challenge: createHash('sha256').update(wanted.codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url
}

interface Given {
  code: string
  codeVerifier?: string | undefined
  redirectURI: string
}

/** Changes the code of the way back for tokens (OpenID Connect Core, 3.1.3.1). */
function redeem(provider: Discovered, { client_id, client_secret }: SingleSignOnSettings, given: Given): Promise<Answer> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: given.code,
    redirect_uri: given.redirectURI,
    code_verifier: given.codeVerifier ?? '',
  })
  const headers = new Headers()
  if (client_secret !== undefined && provider.takes_basic) {
    const pair = [client_id, client_secret].map((part) => encodeURIComponent(part)).join(':')
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
  } else {
    body.set('client_id', client_id)
    if (client_secret !== undefined) body.set('client_secret', client_secret)
  }
  return askJson(provider.token_endpoint, { method: 'POST', headers, body })
}

/** The provider's userinfo, if the ID token has no address in it. */
async function userInfo({ userinfo_endpoint }: Discovered, sub: string, tokens: { accessToken?: string }): Promise<Answer> {
  if (userinfo_endpoint === undefined || tokens.accessToken === undefined) return {}
  const headers = { authorization: `Bearer ${tokens.accessToken}` }
  const { sub: same, email, email_verified, name } = await askJson(userinfo_endpoint, { headers })
  if (same !== sub) throw new Error('the provider answered for another account than that of the ID token')
  return { email, email_verified, name }
}

type Answer = Record<string, unknown>

async function askJson(url: string, init: RequestInit = {}): Promise<Answer> {
  // Where it sends us on to is not where it said that it is.
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(LONGEST_ANSWER_MS) })
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`)
  const answer: unknown = await response.json()
  if (typeof answer !== 'object' || answer === null) throw new Error(`${new URL(url).host} answered with no JSON object`)
  return answer as Answer
}

function textIn(answer: Answer, name: string): string | undefined {
  const value = answer[name]
  return typeof value === 'string' ? value : undefined
}

function required(answer: Answer, name: string): string {
  const value = textIn(answer, name)
  // A browser is sent to one of them: to a page, and to nothing else that an address can be.
  if (value === undefined || !/^https?:/.test(value) || !URL.canParse(value))
    throw new Error(`the provider does not say its ${name}`)
  return value
}
