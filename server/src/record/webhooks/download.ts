// Fetches a small file from an address that someone typed, behind the same guard as webhooks.
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { createLookup, type DestinationRules, destinationOf } from './destination.ts'
import { failureSentence, RefusedDestination } from './outcome.ts'

/** A person waits for it. */
const TIMEOUT_MS = 10_000

/** The bytes at an address. Throws an Error whose message is a phrase that says why there are none: "it answers with status 404". */
export type Download = (url: string, most_bytes: number) => Promise<Buffer>

/** Makes the function. Each call checks the address, and the one that the connection goes to; it follows no redirect and sends no cookie. */
export function createDownload(options: DestinationRules & { user_agent: string }): Download {
  const settings = { keepAlive: false, lookup: createLookup(options) }
  const agents = { 'http:': new HttpAgent(settings), 'https:': new HttpsAgent(settings) }
  return async (text, most_bytes) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    try {
      const url = destinationOf(text, options)
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest
      const agent = agents[url.protocol as 'https:']
      const headers = { 'User-Agent': options.user_agent, Accept: 'image/png, image/jpeg, image/webp' }
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        send(url, { agent, headers, signal }).once('response', resolve).once('error', reject).end()
      })
      try {
        return await readBody(response, most_bytes)
      } finally {
        response.destroy()
      }
    } catch (error) {
      if (error instanceof Refused) throw error
      if (error instanceof RefusedDestination) throw new Refused('it must be a public https:// address')
      throw new Refused(signal.aborted ? `it did not answer within ${TIMEOUT_MS / 1000} s` : failureSentence(error))
    }
  }
}

class Refused extends Error {}

async function readBody(response: IncomingMessage, most_bytes: number): Promise<Buffer> {
  const status = response.statusCode ?? 0
  if (status >= 300 && status < 400) throw new Refused('it answers with a redirect: give the address that it leads to')
  if (status !== 200) throw new Refused(`it answers with status ${status}`)
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length
    if (length > most_bytes) throw new Refused(`it is larger than ${Math.floor(most_bytes / 1024)} kB`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
