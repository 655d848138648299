// An OpenID Connect provider on loopback, for tests: it signs in the accounts it is told to, and checks its client as a real one does. Its answers
// can be made wrong.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { auth, cookieOf } from './dashboard.ts'
import type { TestApp } from './test-app.ts'

export const CLIENT = { client_id: 'quoin-test', client_secret: 'a secret: of %the client', name: 'Example login' }

type Claims = Record<string, unknown>

/** Who is signed in there, and what is wrong with its claims. */
export interface Said {
  claims: Claims
  /** Changed claims of the ID token. */
  token?: Claims
  /** The key that signs it; another one than the provider's where it is forged. */
  is_forged?: boolean
  algorithm?: 'RS256' | 'HS256' | 'none'
  /** The answer of `userinfo`; none unless it is set. */
  user_info?: Claims
  has_no_token?: boolean
}

export interface Issuer {
  url: string
  said: Said
  /** Where a browser that is sent to `authorization_url` is sent on to, once its person has signed in. */
  signIn(authorization_url: string): URL
  /** The requests it got, path by path. */
  asked: string[]
  close(): Promise<void>
}

interface Grant {
  challenge: string
  redirect_uri: string
  nonce: string
}

export async function startIssuer(): Promise<Issuer> {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const forger = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const grants = new Map<string, Grant>()
  let url = ''

  const answers: Record<string, (request: IncomingMessage, body: string) => Claims | undefined> = {
    '/.well-known/openid-configuration': () => ({
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      userinfo_endpoint: `${url}/userinfo`,
      jwks_uri: `${url}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/jwks': () => ({ keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] }),
    '/token': (request, body) => {
      const given = new URLSearchParams(body)
      const grant = grants.get(given.get('code') ?? '')
      // Once, whatever comes of it.
      grants.delete(given.get('code') ?? '')
      const pair = [CLIENT.client_id, CLIENT.client_secret].map((part) => encodeURIComponent(part)).join(':')
      const is_client = request.headers.authorization === `Basic ${Buffer.from(pair).toString('base64')}`
      const challenge = createHash('sha256')
        .update(given.get('code_verifier') ?? '')
        .digest('base64url')
      if (!is_client || !grant || grant.challenge !== challenge || given.get('redirect_uri') !== grant.redirect_uri)
        return undefined
      const { said } = issuer
      return {
        access_token: 'access',
        token_type: 'Bearer',
        ...(said.has_no_token ? {} : { id_token: tokenOf(said, grant.nonce) }),
      }
    },
    '/userinfo': (request) => (request.headers.authorization === 'Bearer access' ? issuer.said.user_info : undefined),
  }
  const tokenOf = (said: Said, nonce: string) => {
    const algorithm = said.algorithm ?? 'RS256'
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: url, aud: CLIENT.client_id, iat: now, exp: now + 300, nonce, ...said.claims, ...said.token }
    const text = [{ alg: algorithm, kid: 'one', typ: 'JWT' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    if (algorithm === 'none') return `${text}.`
    const signature =
      algorithm === 'HS256'
        ? createHash('sha256').update(text).digest()
        : sign('sha256', Buffer.from(text), said.is_forged ? forger.privateKey : key.privateKey)
    return `${text}.${signature.toString('base64url')}`
  }
  const signIn = (authorization_url: string): URL => {
    const { searchParams } = new URL(authorization_url)
    const wanted = (name: string) => searchParams.get(name) ?? ''
    if (wanted('response_type') !== 'code' || wanted('client_id') !== CLIENT.client_id) throw new Error('another client')
    if (wanted('code_challenge_method') !== 'S256' || wanted('nonce') === '' || wanted('state') === '') throw new Error('unsafe')
    const code = randomBytes(16).toString('hex')
    grants.set(code, { challenge: wanted('code_challenge'), redirect_uri: wanted('redirect_uri'), nonce: wanted('nonce') })
    const back = new URL(wanted('redirect_uri'))
    back.searchParams.set('code', code)
    back.searchParams.set('state', wanted('state'))
    back.searchParams.set('iss', url)
    return back
  }
  const issuer: Issuer = {
    url: '',
    said: { claims: {} },
    signIn,
    asked: [],
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', url).pathname
    issuer.asked.push(path)
    if (path === '/authorize') {
      response.writeHead(302, { location: signIn(`${url}${request.url}`).href }).end()
      return
    }
    let body = ''
    for await (const chunk of request) body += chunk
    const said = answers[path]?.(request, body)
    response.writeHead(said ? 200 : 400, { 'content-type': 'application/json', connection: 'close' })
    response.end(JSON.stringify(said ?? { error: 'invalid_request' }))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  issuer.url = url
  return issuer
}

/** A whole sign-in by the provider, which says `said`; gives where the browser ends, and its session if there is one. */
export async function enterBy(
  app: TestApp,
  issuer: Issuer,
  said: Said,
): Promise<{ location: string; cookie: string | undefined }> {
  issuer.said = said
  const begun = await auth(app, 'sign-in/sso', { to: '/' })
  const back = issuer.signIn(begun.body.url)
  const headers = { cookie: cookieOf(begun, '__Host-quoin.state')! }
  const answer = await app.server.inject({ method: 'GET', url: back.pathname + back.search, headers })
  const set = [answer.headers['set-cookie'] ?? []].flat()
  const cookie = cookieOf({ status: answer.statusCode, body: {}, headers: answer.headers, set })
  return { location: String(answer.headers['location']), cookie }
}
