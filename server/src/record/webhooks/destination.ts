// Where webhooks may go: checked as a URL when an endpoint is made, and as an address whenever a connection is.
import { promises as dns, type LookupAddress, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { invalid } from '../../kernel/errors.ts'
import { isPublicAddress } from './address.ts'
import { RefusedDestination } from './outcome.ts'

/** `allow_private` (QUOIN_ALLOW_PRIVATE_WEBHOOKS) lets webhooks into the own network: any address, any port, and http. */
export interface DestinationRules {
  allow_private: boolean
}

const LONGEST_URL = 2048
const HTTPS_PORT = 443
const LOWEST_FREE_PORT = 1024
/**
 * Services at ports from 1024 that no request must be smuggled to: those that browsers refuse (fetch.spec.whatwg.org, "bad port"), and
 * those that often answer without a password: databases, queues, caches, container engines, remote desktops, proxies.
 */
const REFUSED_PORTS = new Set([
  ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
  ...[1433, 1434, 1521, 3050, 3306, 5432, 5433, 5984, 6379, 6380, 6432, 7000, 7001, 7687, 8086, 9042, 9200, 9300, 26257],
  ...[27017, 27018, 27019, 28015, 33060, 50000],
  ...[1883, 4222, 5671, 5672, 8883, 9092, 11211, 11300, 61613, 61616],
  ...[2181, 2375, 2376, 2377, 2379, 2380, 4243, 6443, 8500, 10250, 10255],
  ...[1080, 2222, 2525, 3128, 3389, 5900, 5901, 5985, 5986],
])
/**
 * Names that by convention mean a machine of the local network (RFC 6761, 6762, 8375; ICANN for .internal; .lan and the like are never
 * delegated), and .onion, which must not be looked up in DNS (RFC 7686). .test, .example and .invalid are allowed: they lead nowhere, and
 * people who try the API use them.
 */
const PRIVATE_DOMAINS = ['localhost', 'local', 'internal', 'home.arpa', 'lan', 'home', 'corp', 'intranet', 'private', 'onion']

/** How long a name may take at the making of an endpoint, where a person waits, and at a connection. */
const CREATION_RESOLVE_MS = 3_000
const CONNECT_RESOLVE_MS = 5_000
/** The first question is repeated after this time: a lost datagram must not cost the attempt. */
const RESOLVE_REPEAT_MS = 1_000
const RESOLVE_TRIES = 3

/**
 * The normalised form of a URL that webhooks may be sent to. Throws 400 on `url` for anything but an absolute URL of at most 2,048
 * characters without credentials and fragment, with https, whose port and host may be a service of the public Internet.
 * Names are not resolved here (see `resolvesToPrivate` and `createLookup`).
 */
export function checkDestination(text: string, rules: DestinationRules): string {
  try {
    return destinationOf(text, rules).href
  } catch (error) {
    if (!(error instanceof RefusedDestination)) throw error
    const hint = isAllowedPrivately(text) ? `. ${FOR_DEVELOPMENT}` : ''
    throw invalid('url', `${error.message[0]!.toUpperCase()}${error.message.slice(1)}${hint}`)
  }
}

/** A hint for people who try it out on their own machine. */
const FOR_DEVELOPMENT =
  'For development start the server with QUOIN_ALLOW_PRIVATE_WEBHOOKS=1, or follow the events with npx quoin listen'

function isAllowedPrivately(text: string): boolean {
  try {
    return destinationOf(text, { allow_private: true }) !== undefined
  } catch {
    return false
  }
}

/** The same check for the sender: the parsed URL, or RefusedDestination. Done at every attempt, as the rules may have changed since. */
export function destinationOf(text: string, rules: DestinationRules): URL {
  if (text.length > LONGEST_URL) throw new RefusedDestination(`the URL is longer than ${LONGEST_URL} characters`)
  const url = URL.parse(text)
  if (!url) throw new RefusedDestination('this is not an absolute URL (like https://example.com/webhooks)')
  if (url.protocol !== 'https:' && !(rules.allow_private && url.protocol === 'http:')) {
    throw new RefusedDestination(`webhooks are sent to ${rules.allow_private ? 'https and http' : 'https'} URLs only`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new RefusedDestination('the URL must not have a user name or password: verify the signature instead')
  }
  if (url.hash !== '') throw new RefusedDestination('the URL must not have a fragment (#…): it is never sent')
  // Node.js takes port 0 for the scheme's own port.
  if (url.port === '0') throw new RefusedDestination('port 0 can not be connected to')
  if (!rules.allow_private) {
    refusePort(url)
    refuseHost(url)
  }
  if (url.href.length > LONGEST_URL)
    throw new RefusedDestination(`the URL is, when encoded, longer than ${LONGEST_URL} characters`)
  return url
}

function refusePort(url: URL): void {
  const port = url.port === '' ? HTTPS_PORT : Number(url.port)
  if (port === HTTPS_PORT || (port >= LOWEST_FREE_PORT && !REFUSED_PORTS.has(port))) return
  throw new RefusedDestination(
    `port ${port} is not one that webhooks are sent to: use 443, or one from 1024 that no other kind of service has`,
  )
}

/** The WHATWG parser has already folded every way to write an IPv4 address (127.1, 0x7f000001, ①②⑦.⓪.⓪.①) into four numbers. */
function refuseHost(url: URL): void {
  const address = literalAddress(url.hostname)
  if (address !== undefined) {
    if (!isPublicAddress(address)) throw new RefusedDestination(`the address ${address} is not public`)
    return
  }
  // The dot at the end says that the name is whole, which a name without search domains always is; few certificates have it.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  const name = url.hostname
  const domain = PRIVATE_DOMAINS.find((suffix) => name === suffix || name.endsWith(`.${suffix}`))
  if (domain !== undefined)
    throw new RefusedDestination(`the host ${name} is not public: names under .${domain} stay in their network`)
  if (!name.includes('.') || name.endsWith('.')) throw new RefusedDestination(`the host ${name} is not a full domain name`)
}

/** The numeric address that a URL's host is, without brackets; undefined for a name. */
function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(bare) === 0 ? undefined : bare
}

/**
 * Whether a host (a URL's `hostname`) is, or resolves to, any address that is not public. False when it can't be resolved within 3 s: creating
 * an endpoint connects nowhere, its name may appear later, and each delivery checks again.
 */
export async function resolvesToPrivate(host: string): Promise<boolean> {
  const literal = literalAddress(host)
  if (literal !== undefined) return !isPublicAddress(literal)
  const { addresses } = await resolveAll(host, CREATION_RESOLVE_MS)
  return addresses.some(({ address }) => !isPublicAddress(address))
}

/**
 * The `lookup` of every connection that carries a webhook. All addresses of the name are checked; one that is not public refuses the name
 * (RefusedDestination), and the connection goes to an address that was checked. Fails closed: without an answer there is no connection.
 *
 * Node.js does not call it for numeric hosts; `destinationOf` judges those.
 *
 * It asks the name servers itself. The system's own way (`dns.lookup`) holds one of the four threads of the process while it waits, so
 * one hanging name would delay every other delivery; the price is that the hosts file is not read, which names no public receiver. With
 * `allow_private` the system's way is taken, since container names and hosts files are the point of it.
 */
export function createLookup(rules: DestinationRules): LookupFunction {
  if (rules.allow_private) return systemLookup as LookupFunction
  return (hostname, options, callback) => {
    const fail = (error: Error) => callback(error, '', 0)
    publicAddresses(hostname).then((all) => {
      const family = familyOf(options.family)
      const addresses = family === 0 ? all : all.filter((entry) => entry.family === family)
      const [first] = addresses
      if (!first) fail(new RefusedDestination(`the name ${hostname} has no IPv${family} address`))
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    }, fail)
  }
}

async function publicAddresses(hostname: string): Promise<LookupAddress[]> {
  const { addresses, error } = await resolveAll(hostname, CONNECT_RESOLVE_MS)
  // The address itself is not revealed: the name servers of the local network may know internal names.
  const is_refused = addresses.some(({ address }) => !isPublicAddress(address))
  if (is_refused) throw new RefusedDestination(`the name ${hostname} leads to an address that is not public`)
  if (addresses.length === 0) throw error ?? new RefusedDestination('the name does not resolve: it has no address')
  return addresses
}

function familyOf(family: number | 'IPv4' | 'IPv6' | undefined): 0 | 4 | 6 {
  if (family === 4 || family === 'IPv4') return 4
  return family === 6 || family === 'IPv6' ? 6 : 0
}

/**
 * Both kinds of address of a name, IPv4 first, which works everywhere. One kind may fail while the other is answered (servers that do not
 * know AAAA are common): connections only go to addresses that were checked. `error` is set if there is none.
 *
 * A resolver per name costs 30 µs, reads a changed resolv.conf, and can be cancelled without affecting other names: its own time-outs
 * take four times longer than configured.
 */
async function resolveAll(hostname: string, timeout_ms: number): Promise<{ addresses: LookupAddress[]; error?: Error }> {
  const resolver = new dns.Resolver({ timeout: RESOLVE_REPEAT_MS, tries: RESOLVE_TRIES })
  const timer = setTimeout(() => resolver.cancel(), timeout_ms)
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  clearTimeout(timer)
  const addresses = answers.flatMap((answer, index) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  )
  if (addresses.length > 0) return { addresses }
  const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []))
  return { addresses, ...(failures[0] && { error: failures[0] }) }
}
