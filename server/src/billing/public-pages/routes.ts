// The public pages of documents, under /i, /q and /c: who has a link needs no key, and no script runs. Rules: docs/public-pages.md.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { answerFor, internalError, refusal } from '../../http/answers.ts'
import { isHeld } from '../../http/etag.ts'
import { createAddressLimiter } from '../../http/refusal-limit.ts'
import { dispositionOf } from '../../http/replies.ts'
import { shownPathOf } from '../../http/request.ts'
import { takesPage } from '../../http/well-known.ts'
import type { Clock } from '../../kernel/clock.ts'
import { ApiError } from '../../kernel/errors.ts'
import type { OrganizationId } from '../../kernel/ids.ts'
import { codePointLength, fillIn } from '../../kernel/text.ts'
import type { Database } from '../../sql/database.ts'
import { DOCUMENT_KINDS, type DocumentKind, publicPath } from '../documents/kinds.ts'
import type { DocumentFile } from '../papers/service.ts'
import { type Answer, LONGEST_NAME, LONGEST_REASON, readName, readReason } from '../quotes/decision.ts'
import { documentHtml, type Written } from './document-html.ts'
import type { Form } from './form-html.ts'
import { type Message, messageHtml } from './message-html.ts'
import { type PublicPage, pageOf } from './page.ts'
import { answerQuote, type Found, findDocument, noteView, type PdfOf } from './service.ts'
import { isLook } from './viewers.ts'

/** Pages of documents that an address may open: a hundred customers of one company behind one address, and no crawler. */
const VIEWS = { per_second: 5, burst: 300, sentence: 'Too many pages were opened from this address' }
/** Links that don't work. 190 random bits are not guessed; this keeps the load of those who try small. */
const MISSES = { per_second: 2, burst: 300, sentence: 'Too many links that do not work from this address' }
/** A name and 2,000 characters of a reason, each up to 12 bytes in a form. */
const FORM_LIMIT = 32 * 1024

export interface PublicPageParts {
  database: Database
  clock: Clock
  log: Logger
  pdfOf: PdfOf
  /** Whether a Cookie header has the session of a member of the organization. */
  isMember(cookie: string | undefined, organization_id: OrganizationId): Promise<boolean>
  /** Whether an Origin header names this service. */
  isOwnOrigin(origin: string): boolean
}

/** Serves the pages of all kinds of document, and their PDFs. */
export function servePublicPages(app: FastifyInstance, parts: PublicPageParts): void {
  const { log } = parts
  app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT },
      (_, body, done) => done(null, new URLSearchParams(body as string)),
    )
    pages.setErrorHandler((error, request, reply) => {
      const answer = answerFor(error)
      if (!answer) log.error({ err: error, request_id: request.state?.request_id, path: shownPathOf(request) }, 'page failed')
      const { status, headers, body } = answer ?? internalError()
      // 409: a document that can't be printed.
      const message = status === 429 ? 'too_many' : status < 500 && status !== 409 ? 'refused' : 'fault'
      return sendMessage(request, reply.headers(headers), status, message, body)
    })
    const limits = { views: createAddressLimiter(VIEWS), misses: createAddressLimiter(MISSES) }
    for (const kind of DOCUMENT_KINDS) {
      // A wildcard, so that no path under it is answered by anything else: addresses that can't be are missing like others.
      const url = publicPath(kind, '*')
      const config = { takes_turns: true }
      pages.get(url, { config }, (request, reply) => show({ ...parts, limits }, kind, request, reply))
      if (kind === 'quote') pages.post(url, { config }, (request, reply) => answer({ ...parts, limits }, request, reply))
    }
  })
}

interface Parts extends PublicPageParts {
  limits: Record<'views' | 'misses', (address: string, now_ms: number) => void>
}

async function show(parts: Parts, kind: DocumentKind, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { token, is_pdf } = readPath(request)
  const found = await find(parts, kind, token, request)
  if (!found) return sendMissing(request, reply)
  await noteLook(parts, found, request)
  if (is_pdf) return sendPdf(request, reply, await fileOf(parts, found))
  const page = pageOf(found)
  return sendDocument(parts, reply, 200, found, page, page.is_open ? {} : null)
}

async function answer(parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { token, is_pdf } = readPath(request)
  const found = is_pdf ? undefined : await find(parts, 'quote', token, request)
  if (!found) return sendMissing(request, reply)
  if (!isFromOwnPage(parts, request)) throw foreignForm()
  const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const page = pageOf(found)
  const typed = { name: fields.get('name') ?? '', reason: fields.get('reason') ?? '' }
  if (!page.is_open) return settled(parts, reply, found, page)
  const read = readAnswer(fields.get('answer'), typed, page)
  if ('problem' in read) return sendDocument(parts, reply, 400, found, page, { ...typed, problem: read.problem })
  const { ip_address, now_ms } = request.state
  const outcome = await answerQuote(parts.database, found, parts.pdfOf, {
    answer: read,
    document_sha256: fields.get('document') ?? '',
    sender: { ip_address, user_agent: request.headers['user-agent'] ?? null },
    now_ms,
  })
  if (outcome === 'decided') return redirect(reply, token)
  const current = await findDocument(parts.database, 'quote', token, now_ms)
  if (outcome === 'gone' || !current) return sendMissing(request, reply)
  const after = pageOf(current)
  if (!after.is_open) return settled(parts, reply, current, after)
  return sendDocument(parts, reply, 409, current, after, { ...typed, problem: { field: null, text: after.words.changed } })
}

/** The answer to a decision that comes too late. One that repeats is no mistake: its page says what was decided. */
function settled(parts: Parts, reply: FastifyReply, found: Found, page: PublicPage): Promise<FastifyReply> | FastifyReply {
  const is_decided = 'decision' in found.record && found.record.decision !== null
  if (is_decided) return redirect(reply, found.record.public_token)
  return sendDocument(parts, reply, 409, found, { ...page, notes: [...page.notes, page.words.closed] }, null)
}

/** The document of a token, if the address may look for one now. */
async function find(
  { database, limits }: Parts,
  kind: DocumentKind,
  token: string,
  request: FastifyRequest,
): Promise<Found | undefined> {
  const { ip_address, now_ms } = request.state
  const found = await findDocument(database, kind, token, now_ms)
  limits[found ? 'views' : 'misses'](ip_address, now_ms)
  return found
}

/** The token in a path, and whether the path is that of the PDF; any other path has a token that nothing has. */
function readPath(request: FastifyRequest): { token: string; is_pdf: boolean } {
  const path = (request.params as { '*': string })['*']
  const is_pdf = path.endsWith('/pdf')
  return { token: is_pdf ? path.slice(0, -'/pdf'.length) : path, is_pdf }
}

/** Stores the first view. Where that fails, as on a full disk, the page is still shown, and the next view counts. */
async function noteLook({ database, clock, log, isMember }: Parts, found: Found, request: FastifyRequest): Promise<void> {
  if (found.record.status !== 'sent' || !isLook(request.method, request.headers)) return
  try {
    if (await isMember(request.headers.cookie, found.at.organization_id)) return
    await noteView(database, found, clock)
  } catch (error) {
    log.error({ err: error, request_id: request.state.request_id }, 'the first view of a document could not be noted')
  }
}

/**
 * Whether a form comes from a page of this service. Browsers that say where a request comes from have the last word; the others send an Origin,
 * which is `null` from pages that send no referrer, as ours do.
 */
function isFromOwnPage({ isOwnOrigin }: Parts, { headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = headers
  return origin === undefined || origin === 'null' || isOwnOrigin(origin)
}

const foreignForm = () => new ApiError(403, [{ error: 'This form was sent by a page of another site', code: 'foreign_origin' }])

/** What was typed as an answer, or what is wrong with it. */
function readAnswer(
  kind: string | null,
  typed: { name: string; reason: string },
  { words }: PublicPage,
): Answer | { problem: Form['problem'] } {
  const wrong = (field: 'name' | 'reason' | null, text: string, most = 0) => ({
    problem: { field, text: fillIn(text, { most: String(most) }) },
  })
  if (kind === 'accept') {
    const name = readName(typed.name)
    if (name === undefined) return wrong('name', words.name_missing)
    if (codePointLength(name) > LONGEST_NAME) return wrong('name', words.name_too_long, LONGEST_NAME)
    return { is_accepted: true, name }
  }
  if (kind !== 'decline') return wrong(null, words.refused_note)
  const reason = readReason(typed.reason)
  if (reason === undefined) return wrong('reason', words.reason_missing)
  if (codePointLength(reason) > LONGEST_REASON) return wrong('reason', words.reason_too_long, LONGEST_REASON)
  return { is_accepted: false, reason }
}

const fileOf = ({ pdfOf }: Parts, { kind, at }: Found): Promise<DocumentFile> =>
  pdfOf(at.company_id, kind, at.id, at.organization_id)

/** Sends the page; with `form`, whose fields are filled in as given, the customer can answer. */
async function sendDocument(
  parts: Parts,
  reply: FastifyReply,
  status: number,
  found: Found,
  page: PublicPage,
  form: Partial<Form> | null,
): Promise<FastifyReply> {
  const here = found.record.public_token
  const whole = form && (await formOf(parts, found, here, form))
  const notes = form && !whole ? [...page.notes, page.words.no_answer_now] : page.notes
  return sendWritten(reply, status, documentHtml({ ...page, notes }, { pdf: `${here}/pdf` }, whole))
}

/** The form for the document as it is; null while its PDF can't be made, which is what the customer decides on. */
async function formOf(parts: Parts, found: Found, action: string, form: Partial<Form>): Promise<Form | null> {
  try {
    const { sha256 } = await fileOf(parts, found)
    return { action, document_sha256: sha256, name: '', reason: '', problem: null, ...form }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw error
    if (!(error instanceof ApiError)) parts.log.error({ err: error, document_id: found.at.id }, 'a document could not be printed')
    return null
  }
}

function sendPdf(request: FastifyRequest, reply: FastifyReply, { pdf, sha256, filename }: DocumentFile): FastifyReply {
  const tag = `"${sha256}"`
  // The viewers of browsers style themselves.
  guard(reply, "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; base-uri 'none'; frame-ancestors 'none'")
    .header('ETag', tag)
    .header('Quoin-Document-Sha256', sha256)
  if (isHeld(request.headers, tag)) return reply.code(304).send()
  return reply.header('Content-Type', 'application/pdf').header('Content-Disposition', dispositionOf(filename)).send(pdf)
}

/**
 * Shows the page by an address of its own, so that loading it again sends no form again. Like all addresses of these pages it is relative to the
 * page: a proxy may have the service below a path of its own.
 */
function redirect(reply: FastifyReply, token: string): FastifyReply {
  return guard(reply, "default-src 'none'").code(303).header('Location', token).send()
}

function sendMissing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { body } = refusal(404, 'not_found', 'This page does not exist, or its link is no longer valid')
  return sendMessage(request, reply, 404, 'not_found', body)
}

/** Sends a page to those who take one, else `json`. */
function sendMessage(request: FastifyRequest, reply: FastifyReply, status: number, message: Message, json: string): FastifyReply {
  reply.header('Vary', 'Accept, Accept-Language')
  if (takesPage(request)) return sendWritten(reply, status, messageHtml(message, request.headers['accept-language']))
  return guard(reply, "default-src 'none'; frame-ancestors 'none'")
    .code(status)
    .header('Content-Type', 'application/json; charset=utf-8')
    .send(json)
}

function sendWritten(reply: FastifyReply, status: number, { text, policy }: Written): FastifyReply {
  return guard(reply, policy).code(status).header('Content-Type', 'text/html; charset=utf-8').send(text)
}

/** What all answers have: nobody keeps, lists, frames or passes on what has a secret in its address. */
function guard(reply: FastifyReply, policy: string): FastifyReply {
  return reply
    .header('Content-Security-Policy', policy)
    .header('Cache-Control', 'no-store')
    .header('X-Robots-Tag', 'noindex')
    .header('Referrer-Policy', 'no-referrer')
}
