// Files that browsers, crawlers and security researchers look for on every site, and the page for a browser where there is no page.
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Crawlers have nothing to look for here; public pages are for those who have their link. */
const ROBOTS = 'User-agent: *\nDisallow: /\n'
const POLICY_PATH = '/.well-known/security-policy.txt'
const POLICY_FILE = new URL('../../../SECURITY.md', import.meta.url)
/** How long the content of security.txt is valid; it is made at each request. RFC 9116 asks for less than a year. */
const EXPIRES_MS = 180 * 24 * 60 * 60 * 1000
const CONTENT_SECURITY_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export interface WellKnownParts {
  /** Where to report a weakness of this installation: a URI. The default is the policy of the program, which says how to report one. */
  security_contact: string | undefined
  url(): string
  now_ms(): number
}

/** Serves /robots.txt and /.well-known/security.txt (RFC 9116). */
export function serveWellKnown(app: FastifyInstance, { security_contact, url, now_ms }: WellKnownParts): void {
  app.get('/robots.txt', (_, reply) => sendText(reply, ROBOTS))
  app.get('/.well-known/security.txt', (_, reply) => {
    const policy = `${url()}${POLICY_PATH}`
    const lines = [
      `Contact: ${security_contact ?? policy}`,
      `Expires: ${new Date(now_ms() + EXPIRES_MS).toISOString().slice(0, 19)}Z`,
      `Policy: ${policy}`,
      `Canonical: ${url()}/.well-known/security.txt`,
      'Preferred-Languages: en',
    ]
    return sendText(reply, `${lines.join('\n')}\n`)
  })
  app.get(POLICY_PATH, (_, reply) => sendText(reply, readFileSync(POLICY_FILE, 'utf8')))
}

/** Whether the client takes a page: browsers say so when a person opens an address. */
export function asksForPage(request: FastifyRequest): boolean {
  return (request.method === 'GET' || request.method === 'HEAD') && takesPage(request)
}

/** The same for any method: a form is sent by a page, and wants one as its answer. */
export function takesPage(request: FastifyRequest): boolean {
  return /(^|[,\s])(text\/html|application\/xhtml\+xml)\s*($|[,;](?!\s*q=0(\.0*)?\s*($|,)))/i.test(request.headers.accept ?? '')
}

/** Answers 404 with a page. */
export function sendNoSuchPage(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .header('Content-Type', 'text/html; charset=utf-8')
    .header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
    .header('Vary', 'Accept')
    .send(NO_SUCH_PAGE)
}

const NO_SUCH_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>No such page</title></head>
<body>
<h1>No such page</h1>
<p><a href="/">To the dashboard</a></p>
</body>
</html>
`

function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply.header('Content-Type', 'text/plain; charset=utf-8').send(text)
}
