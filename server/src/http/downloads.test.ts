import assert from 'node:assert/strict'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, test } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { createDownloads } from './downloads.ts'
import type { Download } from './endpoint.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const state = { access: { caller: { organization_id: 'org_1' } }, request_id: 'req_1', cross_origin: [], rate_limit: [] }

/** A server that answers every request with a download of what `open` gives. */
async function serve(open: () => Download) {
  const downloads = createDownloads(pino({ level: 'silent' }))
  const ended: Promise<void>[] = []
  const server = createServer((message, raw) => {
    const request = { state, method: message.method } as unknown as FastifyRequest
    const answer = downloads.answer(request, { raw, hijack() {} } as unknown as FastifyReply, async () => open())
    ended.push(answer.catch((error: { status: number }) => void raw.writeHead(error.status).end()))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ask = () => new Promise<IncomingMessage>((resolve, reject) => get({ port, agent: false }, resolve).on('error', reject))
  return { ask, ended }
}

const read = async (answer: IncomingMessage) => Buffer.concat((await answer.toArray()) as Buffer[])
const csv = (parts: AsyncIterable<string | Uint8Array>): Download => ({ content_type: 'text/csv', filename: 'a.csv', parts })
async function* each(parts: readonly (string | Uint8Array)[]) {
  yield* parts
}

describe('a download', () => {
  test('has all parts to the byte: short and long texts, and bytes', async () => {
    const parts = [
      'a',
      'ü€😀'.repeat(40_000),
      Uint8Array.from({ length: 1_000 }, (_, index) => index),
      ...Array.from({ length: 20_000 }, (_, index) => `${index},ł\r\n`),
      new Uint8Array(200_000).fill(7),
      '',
      'x'.repeat(64 * 1024),
      'end',
    ]
    const { ask } = await serve(() => csv(each(parts)))
    const answer = await ask()
    assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8')
    const expected = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
    assert.ok((await read(answer)).equals(expected))
  })

  test('says the encoding of its bytes', async () => {
    const { ask } = await serve(() => ({ ...csv(each([Uint8Array.of(0xfc)])), charset: 'windows-1252' }))
    const answer = await ask()
    assert.equal(answer.headers['content-type'], 'text/csv; charset=windows-1252')
    assert.deepEqual([...(await read(answer))], [0xfc])
  })

  test('is no faster than its client reads, and ends when the client goes: the organization may have the next one', async () => {
    let made = 0
    async function* endless() {
      for (;;) {
        made++
        yield 'x'.repeat(1_000)
      }
    }
    const { ask, ended } = await serve(() => csv(made === 0 ? endless() : each(['next'])))
    const answer = await ask()
    let before = -1
    while (before !== made) {
      before = made
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    assert.ok(made < 50_000, `${made} kB`)
    assert.equal((await ask()).statusCode, 429)
    answer.destroy()
    await ended[0]
    assert.equal((await read(await ask())).toString(), 'next')
  })

  test('that fails is cut off, so that nobody takes a part for the whole', async () => {
    async function* failing() {
      yield 'x'.repeat(100_000)
      throw new Error('no more')
    }
    const { ask } = await serve(() => csv(failing()))
    await assert.rejects(read(await ask()), /aborted/)
  })
})
