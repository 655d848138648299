// The page behind a one-time link, where a user sets a password, while the dashboard's pages are not built. It needs no script and loads nothing.
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Pages } from '../../http/pages.ts'
import { recordOf } from '../../http/request.ts'
import type { Clock } from '../../kernel/clock.ts'
import { ApiError } from '../../kernel/errors.ts'
import type { Database } from '../../sql/database.ts'
import type { BackOff } from './back-off.ts'
import { attemptWithLink, readPasswordLink, takeUpLink } from './persons.ts'

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** A form with two passwords is small; anything larger is not one. */
const FORM_LIMIT = 4096

export interface WelcomeParts {
  database: Database
  clock: Clock
  backOff: BackOff
  /** The dashboard's pages, which have a page of their own for this. */
  pages: Pages
}

/** Serves /welcome/{token}: GET shows the form, POST sets the password and uses the link up. */
export function serveWelcomePage(app: FastifyInstance, parts: WelcomeParts): void {
  const { database, clock, backOff, pages: dashboard } = parts

  app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT },
      (_, body, done) => done(null, new URLSearchParams(body as string)),
    )
    pages.get<{ Params: { token: string } }>('/welcome/:token', async (request, reply) => {
      const page = dashboard.answer(request, reply)
      if (page) return page
      const link = await readPasswordLink(database, request.params.token, clock.now_ms())
      return link ? sendPage(reply, 200, form(link.email, '')) : sendPage(reply, 404, USED_UP)
    })
    pages.post<{ Params: { token: string }; Body: URLSearchParams }>('/welcome/:token', async (request, reply) => {
      const { token } = request.params
      const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const password = fields.get('password') ?? ''
      const { ip_address } = request.state
      const link = await readPasswordLink(database, token, clock.now_ms())
      if (!link) {
        await backOff.miss(ip_address)
        return sendPage(reply, 404, USED_UP)
      }
      if (password !== fields.get('again')) return sendPage(reply, 400, form(link.email, 'The two passwords differ.'))
      try {
        request.state.shown_path = '/welcome/:token'
        const { organization_id, user_id } = link
        const now_ms = clock.now_ms()
        await attemptWithLink(database, backOff, { token, password, address: ip_address, now_ms }, (prepared) =>
          database.write(async (tx) => {
            await takeUpLink(tx, token, prepared, now_ms)
            tx.defer({ ...recordOf(request, 200), organization_id, user_id })
          }),
        )
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return sendPage(reply, error.status, error.status === 404 ? USED_UP : form(link.email, `${error.message}.`))
      }
      return sendPage(reply, 200, '<h1>The password is set</h1><p>You can sign in with it.</p>')
    })
  })
}

const USED_UP =
  '<h1>This link does not work any more</h1><p>It was used already, is older than seven days, or ended with a change of role or password. Ask for a new one.</p>'

function form(email: string, problem: string): string {
  return `<h1>Welcome to Quoin</h1>
<p>Set the password of ${escapeHtml(email)}.</p>
${problem === '' ? '' : `<p role="alert"><strong>${escapeHtml(problem)}</strong></p>`}
<form method="post">
<p><label>Password<br><input type="password" name="password" autocomplete="new-password" minlength="10" maxlength="200" required autofocus></label></p>
<p><label>The same again<br><input type="password" name="again" autocomplete="new-password" minlength="10" maxlength="200" required></label></p>
<p><button>Set the password</button></p>
</form>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function sendPage(reply: FastifyReply, status: number, content: string): FastifyReply {
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quoin</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 26rem; margin: 12vh auto; padding: 0 1rem }
input { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem }
button { font: inherit; padding: .5rem 1rem }
</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`
  return reply
    .code(status)
    .header('Content-Type', 'text/html; charset=utf-8')
    .header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
    .header('Referrer-Policy', 'no-referrer')
    .header('Cache-Control', 'no-store')
    .send(page)
}
