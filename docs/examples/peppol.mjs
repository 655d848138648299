// Hands every sent invoice over to an access point of Peppol. Node.js 22 or newer, nothing to install:
//
//   QUOIN_WEBHOOK_SECRET=whsec_… QUOIN_KEY=sk_… ACCESS_POINT_URL=https://… PORT=3000 node peppol.mjs
//
// Make a webhook endpoint for `invoice.sent` that leads here. The key needs the level `read`. What an access point wants in its request is in its
// own documentation: change `handOver`.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { QUOIN_WEBHOOK_SECRET, QUOIN_KEY, ACCESS_POINT_URL, QUOIN_URL = 'http://127.0.0.1:4280', PORT = '3000' } = process.env
const TOLERANCE_S = 300

/** Whether one of the signatures belongs to these very bytes and to now. */
function isSigned(header, body) {
  const parts = String(header)
    .split(',')
    .map((part) => part.trim().split('='))
  const t = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(t) || Math.abs(Date.now() / 1000 - Number(t)) > TOLERANCE_S) return false
  const expected = createHmac('sha256', QUOIN_WEBHOOK_SECRET).update(`${t}.`).update(body).digest()
  return parts.some(([name, value]) => {
    const given = Buffer.from(value ?? '', 'hex')
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Gives the XML of an invoice to the access point. Throws when it must be tried again. */
async function handOver({ id, invoice_number }, company_id) {
  const query = new URLSearchParams({ company_id, format: 'peppol' })
  const file = await fetch(`${QUOIN_URL}/v1/invoices/${id}/xml?${query}`, { headers: { authorization: `Bearer ${QUOIN_KEY}` } })
  if (file.status === 409) {
    // The file would be refused, now and at each other try: a person has to mend what `errors` names.
    console.error(`${invoice_number} is not for Peppol: ${await file.text()}`)
    return
  }
  if (!file.ok) throw new Error(`${invoice_number}: Quoin answered ${file.status}`)
  const sent = await fetch(ACCESS_POINT_URL, {
    method: 'POST',
    // The same invoice may come twice: an access point that knows this header sends it once.
    headers: { 'content-type': 'application/xml', 'idempotency-key': id },
    body: await file.text(),
  })
  if (!sent.ok) throw new Error(`${invoice_number}: the access point answered ${sent.status}`)
}

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray())
  if (!isSigned(request.headers['quoin-signature'], body)) return response.writeHead(400).end('wrong signature')
  const { event, company_id, data } = JSON.parse(body.toString('utf8'))
  try {
    if (event === 'invoice.sent') await handOver(data, company_id)
    response.writeHead(204).end()
  } catch (error) {
    // Anything but a 2xx makes Quoin deliver the event again, for three days.
    console.error(error.message)
    response.writeHead(502).end()
  }
})
server.listen(Number(PORT), '127.0.0.1')
