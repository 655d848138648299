// Files that are fetched from addresses that someone typed: behind the guard of webhooks, bounded, without redirects.
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createDownload } from './download.ts'

let server: Server
let url: string
const bytes = Buffer.alloc(5_000, 7)

before(async () => {
  server = createServer((request, response) => {
    if (request.url === '/there') return void response.end(bytes)
    if (request.url === '/moved') return void response.writeHead(302, { location: '/there' }).end()
    if (request.url === '/cut') {
      response.writeHead(200, { 'content-length': '100' }).write('half')
      return void setTimeout(() => response.destroy(), 20)
    }
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => server.close())

const inside = createDownload({ allow_private: true, user_agent: 'Quoin/test' })
const outside = createDownload({ allow_private: false, user_agent: 'Quoin/test' })

describe('a download', () => {
  test('gives the bytes', async () => assert.deepEqual(await inside(`${url}/there`, 5_000), bytes))

  for (const [path, message] of [
    ['/moved', 'it answers with a redirect: give the address that it leads to'],
    ['/gone', 'it answers with status 404'],
    ['/there', 'it is larger than 4 kB'],
  ] as const) {
    test(`says why there are none: ${message}`, () => assert.rejects(inside(`${url}${path}`, 4_096), { message }))
  }

  test('is none when the answer is cut off', () => assert.rejects(inside(`${url}/cut`, 4_096)))

  for (const address of [
    'http://127.0.0.1/',
    'https://127.0.0.1/',
    'https://10.0.0.1/a.png',
    'https://[::1]/',
    'file:///etc/passwd',
  ]) {
    test(`never goes to ${address} from the outside`, () =>
      assert.rejects(outside(address, 4_096), { message: 'it must be a public https:// address' }))
  }
})
