// The browsable reference at /docs, and the document that it shows at /openapi.json. Everything is served from this machine.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { takesGzip } from './replies.ts'

const require = createRequire(import.meta.url)

/** The viewer's files, unchanged from its package. */
const VIEWER_FILES: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

/** The viewer sets styles on elements, which only 'unsafe-inline' allows; scripts come from our own files alone. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quoin API reference</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
})
`

/** Serves /openapi.json, /docs and the files of the reference. `describe` makes the document, when it is first asked for. */
export function serveDocs(app: FastifyInstance, describe: () => object): void {
  let openapi: { plain: string; packed: Buffer } | undefined
  const files = new Map<string, string>()
  app.get('/openapi.json', (request, reply) => {
    if (!openapi) {
      const plain = JSON.stringify(describe())
      openapi = { plain, packed: gzipSync(plain) }
    }
    reply.header('Vary', 'Accept-Encoding')
    const type = 'application/json; charset=utf-8'
    if (!takesGzip(request.headers['accept-encoding'])) return sendText(reply, type, openapi.plain)
    return sendText(reply.header('Content-Encoding', 'gzip'), type, openapi.packed)
  })
  app.get('/docs', (_, reply) =>
    sendText(reply.header('Content-Security-Policy', CONTENT_SECURITY_POLICY), 'text/html; charset=utf-8', PAGE),
  )
  app.get('/docs/start.js', (_, reply) => sendText(reply, 'text/javascript; charset=utf-8', START))
  for (const [name, type] of Object.entries(VIEWER_FILES)) {
    app.get(`/docs/${name}`, (_, reply) => {
      let text = files.get(name)
      if (text === undefined) {
        text = readFileSync(require.resolve(`swagger-ui-dist/${name}`), 'utf8')
        files.set(name, text)
      }
      return sendText(reply, type, text)
    })
  }
}

function sendText(reply: FastifyReply, type: string, text: string | Buffer): FastifyReply {
  return reply.header('Content-Type', type).header('Cache-Control', 'no-cache').send(text)
}
