// Which addresses belong to the public Internet. Pure: knows numbers, no names.
import { BlockList, isIP } from 'node:net'

/** The IANA special-purpose registry of IPv4, and one address that clouds use for their own purpose. */
const REFUSED_IPV4 = [
  ['0.0.0.0', 8], // this network; Linux connects 0.0.0.0 to itself
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by a carrier's customers; 100.100.100.200 is the metadata service of a cloud
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // public by its number, in Azure the host's own service
  ['169.254.0.0', 16], // link-local, with the metadata service of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
] as const

/**
 * Of IPv6 only the globally assigned part is allowed, without its special ranges. So everything that wraps an IPv4 address
 * (::ffff:0:0/96, ::/96, 64:ff9b::/96, 64:ff9b:1::/48) is refused without a list that could miss one.
 */
const PUBLIC_IPV6 = ['2000::', 3] as const
const REFUSED_IPV6 = [
  ['2001::', 23], // protocol assignments: Teredo, benchmarks, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: wraps an IPv4 address
  ['3ffe::', 16], // the 6bone, given back
  ['3fff::', 20], // documentation
] as const

const refused = new BlockList()
for (const [network, bits] of REFUSED_IPV4) refused.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of REFUSED_IPV6) refused.addSubnet(network, bits, 'ipv6')
const public_ipv6 = new BlockList()
public_ipv6.addSubnet(...PUBLIC_IPV6, 'ipv6')

/** Whether a numeric address (IPv4 with four numbers, or IPv6 without brackets) is one of the public Internet. False for any other text. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refused.check(address, 'ipv4')
    case 6:
      // A zone (%eth0) names the interface of a link-local address.
      return !address.includes('%') && public_ipv6.check(address, 'ipv6') && !refused.check(address, 'ipv6')
    default:
      return false
  }
}
