// A connection to a server that tests can break at will, to see what comes back.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What happens to new connections. */
export type Weather =
  | 'clear'
  /** The next request reaches the server, and its answer is lost; then it is clear again. */
  | 'answer lost'
  /** No request gets through: the connection is closed at once. */
  | 'down'
  /** Answers are held back until they are whole; a stream never is. */
  | 'buffered'

export interface FlakyProxy {
  url: string
  /** Sets the behaviour of new connections, and ends open ones. */
  turn(weather: Weather): void
  /** Points to another server, after a restart. */
  lead(to_url: string): void
  close(): void
}

/** Starts a proxy on loopback in front of the server at `to_url`. */
export async function startFlakyProxy(to_url: string): Promise<FlakyProxy> {
  let weather: Weather = 'clear'
  let target = new URL(to_url)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    if (weather === 'down') return void client.destroy()
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream)
    if (weather === 'answer lost') {
      upstream.once('data', () => {
        weather = 'clear'
        client.destroy()
      })
    } else if (weather === 'buffered') holdBack(upstream, client)
    else upstream.pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turn(next) {
      weather = next
      cut()
    },
    lead(url) {
      target = new URL(url)
    },
    close() {
      server.close()
      cut()
    },
  }
}

/** Passes an answer on once it is complete: for answers with a length. */
function holdBack(upstream: Socket, client: Socket): void {
  let held = Buffer.alloc(0)
  upstream.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk])
    const head_end = held.indexOf('\r\n\r\n')
    const length = /^content-length: (\d+)$/im.exec(held.subarray(0, Math.max(head_end, 0)).toString())?.[1]
    if (length === undefined || held.length < head_end + 4 + Number(length)) return
    client.write(held)
    held = Buffer.alloc(0)
  })
}
