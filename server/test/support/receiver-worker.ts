// A receiver of webhooks in a separate process: see receiver.ts, which starts it.
import { createServer } from 'node:http'
import { sha256 } from '../../src/kernel/crypto.ts'
import type { Received } from './receiver.ts'

const received: Received[] = []
let answer = 200

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    const path = request.url!
    // A request for it is never answered.
    if (path.startsWith('/hang')) return
    received.push({
      path,
      id: String(request.headers['webhook-id']),
      signature: String(request.headers['quoin-signature']),
      hash: sha256(body),
      body: process.env['RECEIVER_KEEPS_BODIES'] ? body.toString('utf8') : '',
      at_ms: Date.now(),
      status: answer,
    })
    response.statusCode = answer
    response.end('ok')
  })
})

server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }))
process.on('message', (message: { take?: true; count?: true; answer?: number }) => {
  if (message.answer !== undefined) answer = message.answer
  process.send!(message.take ? { received } : { count: received.length })
})
process.on('disconnect', () => process.exit(0))
