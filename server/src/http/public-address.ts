// The address at which the service is reached: the origin of its pages and the start of its links.
import type { AddressInfo } from 'node:net'

export interface PublicAddress {
  /** `https://quoin.example.com`, without a slash at its end. */
  url(): string
  /** Whether an Origin header names this service. */
  isOwnOrigin(origin: string): boolean
}

/** The names that a machine has for itself. */
const OF_THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]']

/** Takes the public URL if there is one, else the address that the server listens on, asked for at each use. */
export function createPublicAddress(listening: () => AddressInfo | string | null, public_url: string | undefined): PublicAddress {
  const hostsOf = ({ address, family }: AddressInfo): string[] => {
    const host = family === 'IPv6' ? `[${address}]` : address
    const is_of_all = address === '0.0.0.0' || address === '::' || address === '127.0.0.1' || address === '::1'
    return is_of_all ? [...OF_THIS_MACHINE, host] : [host]
  }
  const own = (): string[] => {
    const address = listening()
    if (typeof address !== 'object' || address === null) return []
    return hostsOf(address).map((host) => `http://${host}:${address.port}`)
  }
  return {
    url: () => public_url ?? own()[0] ?? 'http://localhost',
    isOwnOrigin: (origin) => (public_url !== undefined && new URL(public_url).origin === origin) || own().includes(origin),
  }
}
