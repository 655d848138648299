// A network between a program and PostgreSQL that can be made to fail: it stalls, swallows answers, is slow, or is cut.
import { connect, createServer, type Socket } from 'node:net'

/**
 * What happens to bytes: `pass` them on; `stall` them, both ways, until it passes again (`cut` loses them); `swallow` answers of the
 * server, while what is sent to it still arrives.
 */
export type Fault = 'pass' | 'stall' | 'swallow'

export interface TcpProxy {
  /** The address of the target, by way of the proxy. */
  url: string
  /** The mode of all connections from now on. */
  set(fault: Fault): void
  /** Delays what each side sends by this long. */
  delay(ms: number): void
  /** Cuts all connections, which take the bytes that they hold with them. */
  cut(): void
  /** Bytes that were kept from their receiver so far: proof that a fault fired. */
  withheld(): number
  close(): Promise<void>
}

/** Starts a proxy on loopback before the server that `target_url` names. Close it at the end. */
export async function startProxy(target_url: string): Promise<TcpProxy> {
  const target = new URL(target_url)
  const sockets = new Set<Socket>()
  let fault: Fault = 'pass'
  let delay_ms = 0
  let withheld = 0
  let held: (() => void)[] = []

  const forward = (from: Socket, to: Socket, is_answer: boolean) => {
    const write = (bytes: Buffer) => {
      if (fault === 'swallow' && is_answer) {
        withheld += bytes.length
      } else if (fault === 'stall') {
        withheld += bytes.length
        held.push(() => write(bytes))
      } else if (!to.destroyed) to.write(bytes)
    }
    from.on('data', (bytes: Buffer) => (delay_ms > 0 ? void setTimeout(write, delay_ms, bytes) : write(bytes)))
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      // While the network stalls, no end is passed on either.
      if (fault === 'stall') held.push(() => to.destroy())
      else to.destroy()
    })
    sockets.add(from)
  }
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    forward(near, far, false)
    forward(far, near, true)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const cut = () => {
    held = []
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: Object.assign(new URL(target_url), { port: String(port), hostname: '127.0.0.1' }).href,
    set(next) {
      fault = next
      if (next === 'stall') return
      for (const release of held.splice(0)) release()
    },
    delay(ms) {
      delay_ms = ms
    },
    cut,
    withheld: () => withheld,
    async close() {
      fault = 'pass'
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
