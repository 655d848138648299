// The dashboard's pages: the built files of a folder, and its index for every address that a page of it has.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fingerprint } from '../kernel/crypto.ts'
import { isHeld } from './etag.ts'
import { isPagePath } from './page-paths.ts'
import { takesGzip } from './replies.ts'
import { pathOf } from './request.ts'
import { asksForPage } from './well-known.ts'

/** Nothing is loaded from elsewhere, nothing runs that is not in a file of ours, and no other page may frame this one. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Paths that programs ask for, however spelled: a missing one is answered in their format, not with a page. */
const NOT_FOR_PAGES = /^\/+(v1|dashboard|docs|health|metrics|openapi\.json|assets|logos)(\/|%2f|$)/i

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}
const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.json', '.svg', '.txt', '.webmanifest'])

export interface Pages {
  /** Answers GET and HEAD with the file of the path or the index; undefined where that is no matter of pages. */
  answer(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined
}

/** The same pages; `shown` is called after each page, and not after files that belong to one. */
export function tellingOf(pages: Pages, shown: () => void): Pages {
  return {
    answer(request, reply) {
      const answered = pages.answer(request, reply)
      if (answered && extname(pathOf(request)) === '') shown()
      return answered
    },
  }
}

/** A service without pages. */
export const NO_PAGES: Pages = { answer: () => undefined }

interface File {
  type: string
  bytes: Buffer
  /** The same compressed, where that is smaller. */
  gzip: Buffer | undefined
  etag: string
}

/**
 * The pages that were built into `folder`. They are read at the first request and kept; when the index has changed they are read again.
 * If there are none, `/` says how to build them.
 */
export function createPages(folder: string): Pages {
  let files = new Map<string, File>()
  let read_at = 0
  const current = (): Map<string, File> => {
    // Also asked for at each address of a page: one look at one file, which the system has in memory.
    const changed_at = statSync(join(folder, 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (changed_at !== read_at) {
      files = changed_at === 0 ? new Map() : readFiles(folder)
      read_at = changed_at
    }
    return files
  }
  return {
    answer(request, reply) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
      const path = pathOf(request)
      const known = current()
      const file = known.get(path)
      if (file && path !== '/index.html') return sendFile(request, reply, file, path.startsWith('/assets/'))
      if (NOT_FOR_PAGES.test(path) || !isPagePath(path, asksForPage(request))) return undefined
      const index = known.get('/index.html')
      if (index) return sendFile(request, reply, index, false)
      return path === '/' ? sendNotBuilt(reply) : undefined
    },
  }
}

function readFiles(folder: string): Map<string, File> {
  const files = new Map<string, File>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const name = join(entry.parentPath, entry.name)
    const extension = extname(name)
    const type = TYPES[extension]
    // Maps of sources and whatever else a build leaves behind is not for the browser.
    if (type === undefined) continue
    const bytes = readFileSync(name)
    const compressed = COMPRESSIBLE.has(extension) ? gzipSync(bytes, { level: 9 }) : undefined
    const gzip = compressed && compressed.length < bytes.length ? compressed : undefined
    const path = name.slice(folder.length).split(sep).join('/')
    files.set(path.startsWith('/') ? path : `/${path}`, {
      type,
      bytes,
      gzip,
      etag: `"${fingerprint(bytes.toString('base64'))}"`,
    })
  }
  return files
}

/** `is_hashed`: its name has its content in it, so that no browser needs to ask for it twice. */
function sendFile(request: FastifyRequest, reply: FastifyReply, file: File, is_hashed: boolean): FastifyReply {
  const gzip = takesGzip(request.headers['accept-encoding']) ? file.gzip : undefined
  reply
    .header('Content-Type', file.type)
    .header('Cache-Control', is_hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
    .header('Referrer-Policy', 'same-origin')
    .header('Vary', 'Accept-Encoding')
    .header('ETag', file.etag)
  if (gzip) reply.header('Content-Encoding', 'gzip')
  if (isHeld(request.headers, file.etag)) return reply.code(304).send()
  return reply.send(gzip ?? file.bytes)
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Quoin</title></head>
<body>
<h1>Quoin is running</h1>
<p>The pages of the dashboard have not been built. Stop the server and start it with <code>npm start</code>, or build them with <code>npm run build</code>.</p>
<p><a href="/docs">The reference of the API</a></p>
</body>
</html>
`
  return reply
    .header('Content-Type', 'text/html; charset=utf-8')
    .header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
    .header('Cache-Control', 'no-store')
    .send(page)
}
