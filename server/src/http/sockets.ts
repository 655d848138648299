// Connections: how many there may be, of all and of one address, and which is closed to make room for the next.
import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Bounds of connections; tests choose others. */
export interface SocketLimits {
  /** Connections at once, of all clients. */
  all: number
  /** Connections at once from one address; trusted proxies, which speak for many, have no such bound. */
  of_address: number
}

/** The most connections that a process takes, however many files it may open. */
const MOST = 16_384
/** Descriptors left for the database, calls to webhook endpoints and files: a quarter of all, and so many at least. */
const LEAST_RESERVE = 128
const LEAST_CONNECTIONS = 64
/** How many descriptors a process may open where the system does not say. */
const USUAL_DESCRIPTORS = 1_024
/** How many connections that rest between two requests are closed at once: looking for them goes through all. */
const CLOSED_AT_ONCE = 32

/** The limits of a process that may open `descriptors` files. */
export function limitsFor(descriptors = descriptorLimit()): SocketLimits {
  const reserve = Math.max(LEAST_RESERVE, Math.ceil(descriptors / 4))
  const all = Math.min(MOST, Math.max(LEAST_CONNECTIONS, descriptors - reserve))
  return { all, of_address: Math.floor(all / 2) }
}

/** How many files this process may have open: `ulimit -n`. */
function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? []
    if (soft === 'unlimited') return Number.MAX_SAFE_INTEGER
    return Number(soft) || USUAL_DESCRIPTORS
  } catch {
    return USUAL_DESCRIPTORS
  }
}

interface Connection {
  socket: Socket
  group: Group | undefined
  /** The answer to its latest request; undefined before its first. */
  response: ServerResponse | undefined
  /** Grows with each request of any connection. */
  used: number
}

/** Connections that share a bound: all, or those of an address. */
interface Group {
  most: number
  open: Set<Connection>
  /** Those without a request so far, the oldest first. */
  silent: Set<Connection>
}

const CONNECTION = Symbol('connection')
type Known = Socket & { [CONNECTION]?: Connection }

/**
 * Bounds the connections of `server`. A new one beyond the bound replaces an idle one: the oldest that has sent no request,
 * else the one whose latest answer was longest ago. If every connection has a running request, the new one is closed. `isTrusted` says
 * whether an address is a trusted proxy's.
 */
export function boundSockets(server: Server, isTrusted: (address: string) => boolean, limits = limitsFor()): void {
  const all = newGroup(limits.all)
  const addresses = new Map<string, Group>()
  let clock = 0

  server.on('connection', (socket: Known) => {
    const address = socket.remoteAddress ?? ''
    const of_address = isTrusted(address) ? undefined : groupOf(addresses, address, limits.of_address)
    const connection: Connection = { socket, group: of_address, response: undefined, used: 0 }
    const is_in = (!of_address || makeRoom(of_address)) && makeRoom(all)
    if (!is_in) {
      if (of_address?.open.size === 0) addresses.delete(address)
      return void socket.destroy()
    }
    socket[CONNECTION] = connection
    for (const group of [all, of_address]) group?.open.add(connection)
    for (const group of [all, of_address]) group?.silent.add(connection)
    socket.once('close', () => {
      forget(connection)
      if (of_address?.open.size === 0 && addresses.get(address) === of_address) addresses.delete(address)
    })
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = (request.socket as Known)[CONNECTION]
    if (!connection) return
    if (!connection.response) for (const group of [all, connection.group]) group?.silent.delete(connection)
    connection.response = response
    connection.used = ++clock
  })

  function makeRoom(group: Group): boolean {
    if (group.open.size < group.most) return true
    const [silent] = group.silent
    for (const one of silent ? [silent] : resting(group)) {
      // Now: the close event comes later, and the next connection may be there before.
      forget(one)
      one.socket.destroy()
    }
    return group.open.size < group.most
  }

  function forget(connection: Connection): void {
    for (const group of [all, connection.group]) {
      group?.open.delete(connection)
      group?.silent.delete(connection)
    }
  }
}

/** Connections that wait for their next request, the longest idle first. */
function resting(group: Group): Connection[] {
  return [...group.open]
    .filter(({ response }) => response?.writableFinished)
    .sort((a, b) => a.used - b.used)
    .slice(0, Math.min(CLOSED_AT_ONCE, Math.ceil(group.most / 16)))
}

function groupOf(groups: Map<string, Group>, address: string, most: number): Group {
  let group = groups.get(address)
  if (!group) {
    group = newGroup(most)
    groups.set(address, group)
  }
  return group
}

function newGroup(most: number): Group {
  return { most, open: new Set(), silent: new Set() }
}
