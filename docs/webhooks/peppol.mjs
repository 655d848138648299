// Hands each invoice that is sent to a Peppol access point. Node.js 20 or newer, nothing to install:
//   QUOIN_URL=http://127.0.0.1:4280 QUOIN_API_KEY=sk_… QUOIN_COMPANY=com_… QUOIN_WEBHOOK_SECRET=whsec_… \
//   ACCESS_POINT_URL=https://… PORT=3000 node peppol.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { QUOIN_URL, QUOIN_API_KEY, QUOIN_COMPANY, QUOIN_WEBHOOK_SECRET, ACCESS_POINT_URL, PORT = '3000' } = process.env
for (const name of ['QUOIN_URL', 'QUOIN_API_KEY', 'QUOIN_COMPANY', 'QUOIN_WEBHOOK_SECRET', 'ACCESS_POINT_URL'])
  if (!process.env[name]) throw new Error(`${name} is not set`)

function isSigned(header, body) {
  const parts = String(header)
    .split(',')
    .map((part) => part.trim().split('='))
  const t = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(t) || Math.abs(Date.now() / 1000 - Number(t)) > 300) return false
  const expected = createHmac('sha256', QUOIN_WEBHOOK_SECRET).update(`${t}.`).update(body).digest()
  return parts.some(([name, value]) => {
    const given = Buffer.from(value ?? '', 'hex')
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Gets the file and gives it to the access point. The answer that Quoin gets: with any but 2xx it delivers the event again. */
async function handOver({ id, event, data }) {
  if (event !== 'invoice.sent') return 200
  const query = new URLSearchParams({ company_id: QUOIN_COMPANY, format: 'peppol' })
  const file = await fetch(`${QUOIN_URL}/v1/invoices/${data.id}/xml?${query}`, {
    headers: { Authorization: `Bearer ${QUOIN_API_KEY}` },
  })
  if (file.status === 409) {
    // It would be refused, or is a draft again: nothing to send. A person has to correct what the errors name.
    const { error, errors = [] } = await file.json()
    console.error(`${data.id}: ${[error, ...errors.slice(1).map((one) => `${one.code} ${one.error}`)].join('\n  ')}`)
    return 200
  }
  if (!file.ok) return 503
  const sent = await fetch(ACCESS_POINT_URL, {
    method: 'POST',
    // The same event may come twice: the access point must take it once.
    headers: { 'Content-Type': 'application/xml', 'Idempotency-Key': id },
    body: await file.arrayBuffer(),
  })
  console.log(`${data.id}: the access point answered ${sent.status}`)
  return sent.ok ? 200 : 503
}

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  if (!isSigned(request.headers['quoin-signature'], body)) return response.writeHead(400).end()
  const status = await handOver(JSON.parse(body.toString())).catch((error) => {
    console.error(error)
    return 503
  })
  response.writeHead(status).end()
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on ${server.address().port}`))
