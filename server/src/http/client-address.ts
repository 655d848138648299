// The client's address: that of the connection, or the one that a trusted proxy reports.
import { BlockList, isIP, SocketAddress } from 'node:net'

/** The proxies whose `X-Forwarded-For` counts (`QUOIN_TRUSTED_PROXIES`). */
export interface TrustedProxies {
  /** Whether a connection from `address`, as a socket gives it, is one of a trusted proxy. */
  includes(address: string): boolean
  /**
   * The client's address. `peer` is the address of the connection; `forwarded` is the header `X-Forwarded-For`, undefined if none was sent. The
   * header is read from its end, where the nearest proxy writes, and only as far as each address that reported the next one is trusted: values
   * that a client wrote itself are never used. IPv4 inside IPv6 (`::ffff:192.0.2.1`) is returned as IPv4.
   */
  clientOf(peer: string, forwarded: string | undefined): string
}

/** Reads `networks`: addresses and networks in CIDR notation. Throws RangeError with the first that is neither. */
export function createTrustedProxies(networks: readonly string[]): TrustedProxies {
  const list = listOf(networks)
  const includes = (address: string) => {
    const plain = plainAddress(address)
    return plain !== undefined && isListed(list, plain)
  }
  return {
    includes,
    clientOf(peer, forwarded) {
      const address = plainAddress(peer) ?? peer
      if (forwarded === undefined || networks.length === 0 || !isListed(list, address)) return address
      return lastUntrusted(address, forwarded.split(','), (one) => isListed(list, one))
    },
  }
}

/** Reads `networks` in the same way; gives the function that says whether a client's address, as `clientOf` gives it, is in one of them. */
export function readNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = listOf(networks)
  return (address) => isListed(list, address)
}

/** Whether all addresses of `network` are in one of `networks`. */
export function isNetworkWithin(network: string, networks: readonly string[]): boolean {
  const inner = networkOf(network)
  return networks.some((one) => {
    const outer = networkOf(one)
    return (
      familyOf(outer.address) === familyOf(inner.address) && outer.bits <= inner.bits && isListed(listOf([one]), inner.address)
    )
  })
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const { address, bits } = networkOf(network)
    list.addSubnet(address, bits, familyOf(address))
  }
  return list
}

function networkOf(network: string): { address: string; bits: number } {
  const [, text = '', bits] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i.exec(network) ?? []
  const version = isIP(text)
  const address = version === 0 ? undefined : plainAddress(text)
  // A network of mapped addresses counts its bits in IPv6: which part of it is meant would be a guess.
  const is_mapped = version === 6 && address !== undefined && isIP(address) === 4
  const longest = version === 4 ? 32 : 128
  if (address === undefined || (bits !== undefined && (is_mapped || Number(bits) > longest))) throw new RangeError(network)
  return { address, bits: bits === undefined ? (isIP(address) === 4 ? 32 : 128) : Number(bits) }
}

function lastUntrusted(peer: string, hops: readonly string[], isTrusted: (address: string) => boolean): string {
  let address = peer
  for (let index = hops.length - 1; index >= 0 && isTrusted(address); index--) {
    const hop = addressOfHop(hops[index]!.trim())
    // Not an address: what is before it may be made up by a client.
    if (hop === undefined) return address
    address = hop
  }
  return address
}

/** Some proxies write the port as well: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function addressOfHop(hop: string): string | undefined {
  const [, in_brackets, before_port] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(hop) ?? []
  return plainAddress(in_brackets ?? before_port ?? hop)
}

/** An address in canonical spelling; undefined for anything else. */
function plainAddress(text: string): string | undefined {
  const version = isIP(text)
  if (version === 0) return undefined
  if (version === 4) return text
  // The zone of a link-local address (`fe80::1%eth0`) names a card of this machine.
  const zone = text.indexOf('%')
  const { address } = new SocketAddress({ address: zone < 0 ? text : text.slice(0, zone), family: 'ipv6' })
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)
  return mapped ? mapped[1] : address
}

function isListed(list: BlockList, address: string): boolean {
  return isIP(address) !== 0 && list.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6'
}
