// Receives webhooks of Quoin. Node.js 20 or newer, nothing to install:
//   QUOIN_WEBHOOK_SECRET=whsec_… PORT=3000 node receiver.mjs
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { linkSync, mkdirSync, unlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const SECRET = process.env.QUOIN_WEBHOOK_SECRET
const FOLDER = process.env.QUOIN_EVENTS_DIR ?? 'quoin-events'
const TOLERANCE_S = 300
const LONGEST_BODY = 16 * 1024 * 1024
if (!SECRET) throw new Error('QUOIN_WEBHOOK_SECRET is not set')
mkdirSync(FOLDER, { recursive: true })

/** Whether one of the signatures in the header belongs to these very bytes and to now. */
function isSigned(header, body) {
  const parts = String(header)
    .split(',')
    .map((part) => part.trim().split('='))
  const t = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(t) || Math.abs(Date.now() / 1000 - Number(t)) > TOLERANCE_S) return false
  const expected = createHmac('sha256', SECRET).update(`${t}.`).update(body).digest()
  return parts.some(([name, value]) => {
    const given = Buffer.from(value ?? '', 'hex')
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Keeps an event under its id; false when it is there already. In your service: an insert into a table whose id is unique. */
function keep(event, body) {
  if (!/^evt_[0-9a-z]+$/.test(event.id)) throw new Error('This is no id of an event')
  const draft = join(FOLDER, `${randomUUID()}.tmp`)
  writeFileSync(draft, body)
  try {
    linkSync(draft, join(FOLDER, `${event.id}.json`))
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    unlinkSync(draft)
  }
}

/** What takes its time comes here, after the answer. */
function handle(event) {
  console.log(`new ${event.event} ${event.id}`)
}

const server = createServer((request, response) => {
  const answer = (status, text = '') => response.writeHead(status, { 'Content-Type': 'text/plain' }).end(text)
  const chunks = []
  let length = 0
  request.on('data', (chunk) => {
    length += chunk.length
    if (length <= LONGEST_BODY) chunks.push(chunk)
  })
  request.on('end', () => {
    if (request.method !== 'POST') return answer(405)
    if (length > LONGEST_BODY) return answer(413)
    const body = Buffer.concat(chunks)
    if (!isSigned(request.headers['quoin-signature'], body)) return answer(400, 'wrong signature')
    try {
      const event = JSON.parse(body.toString('utf8'))
      const is_new = keep(event, body)
      answer(200)
      if (is_new) setImmediate(handle, event)
    } catch (error) {
      console.error(error)
      // Not kept, so it must come again.
      if (!response.headersSent) answer(500)
    }
  })
})
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1')
