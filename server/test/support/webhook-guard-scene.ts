// Run by server/test/webhook-guard.test.ts inside a separate network, in which every address leads to this process:
// a name server under control, one server that listens everywhere, and a guarded sender between them. Prints one line of JSON.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { connect, type Socket } from 'node:net'
import { setDefaultCACertificates } from 'node:tls'
import { resolvesToPrivate } from '../../src/record/webhooks/destination.ts'
import { createSender } from '../../src/record/webhooks/sender.ts'
import type { Certificate } from './certificate.ts'
import { type NameAnswer, type RecordType, startNameServer } from './name-server.ts'
import { LOOPBACK_HOSTS, PRIVATE_HOSTS } from './private-hosts.ts'

export const PUBLIC_IPV4 = '93.184.215.14'
export const PUBLIC_IPV6 = '2606:4700:4700::1111'
const PORTS = [443, 8443]
const REBINDING_SENDS = 500
const IN_FLIGHT = 16

/** The outcome of all sends to one host. */
export interface SceneResult {
  /** How often each came: `status 200`, or the error. */
  outcomes: Record<string, number>
  /** How often the name server was asked, by type. */
  questions: Record<string, number>
  /** How often the server was connected to, by the address that was used. */
  connections: Record<string, number>
  slowest_ms: number
  resolves_to_private: boolean
}

export interface SceneReport {
  /** Connections of a plain client to these addresses: shows that a canary would sing. */
  control: Record<string, number>
  literal: Record<string, SceneResult>
  named: Record<string, SceneResult>
  rebinding: SceneResult
  /** The slowest of the sends to a healthy name while eight others wait for a name server that is silent. */
  beside_silence: SceneResult
}

const A = (value: string) => ({ type: 'A', value }) as const
const AAAA = (value: string) => ({ type: 'AAAA', value }) as const
const CNAME = (value: string) => ({ type: 'CNAME', value }) as const

/** The name server's answers for `<name>.hooks.example`, for A and for AAAA. */
export const NAMES: Record<string, Record<'A' | 'AAAA', NameAnswer>> = {
  public: { A: [A(PUBLIC_IPV4)], AAAA: [] },
  'public-6': { A: [], AAAA: [AAAA(PUBLIC_IPV6)] },
  'public-both': { A: [A(PUBLIC_IPV4)], AAAA: [AAAA(PUBLIC_IPV6)] },
  'public-alias': { A: [CNAME('far.example'), { ...A(PUBLIC_IPV4), name: 'far.example' }], AAAA: [CNAME('far.example')] },
  'public-half-broken': { A: [A(PUBLIC_IPV4)], AAAA: 'SERVFAIL' },
  loopback: { A: [A('127.0.0.1')], AAAA: [] },
  'loopback-6': { A: [], AAAA: [AAAA('::1')] },
  metadata: { A: [A('169.254.169.254')], AAAA: [] },
  private: { A: [A('10.1.2.3')], AAAA: [] },
  mapped: { A: [], AAAA: [AAAA('::ffff:7f00:1')] },
  nat64: { A: [], AAAA: [AAAA('64:ff9b::7f00:1')] },
  '6to4': { A: [], AAAA: [AAAA('2002:7f00:1::1')] },
  'unique-local': { A: [], AAAA: [AAAA('fd00::1')] },
  'mixed-first': { A: [A(PUBLIC_IPV4), A('127.0.0.1')], AAAA: [] },
  'mixed-last': { A: [A('10.1.2.3'), A(PUBLIC_IPV4)], AAAA: [] },
  'mixed-kinds': { A: [A(PUBLIC_IPV4)], AAAA: [AAAA('::1')] },
  'mixed-kinds-6': { A: [A('169.254.169.254')], AAAA: [AAAA(PUBLIC_IPV6)] },
  'half-broken-loopback': { A: 'SERVFAIL', AAAA: [AAAA('::1')] },
  'half-missing-loopback': { A: 'NXDOMAIN', AAAA: [AAAA('::1')] },
  'alias-of-localhost': { A: [CNAME('localhost'), { ...A('127.0.0.1'), name: 'localhost' }], AAAA: [CNAME('localhost')] },
  'bare-alias-of-localhost': { A: [CNAME('localhost')], AAAA: [CNAME('localhost')] },
  '127.0.0.1': { A: [A('127.0.0.1')], AAAA: [] },
  empty: { A: [], AAAA: [] },
  nxdomain: { A: 'NXDOMAIN', AAAA: 'NXDOMAIN' },
  servfail: { A: 'SERVFAIL', AAAA: 'SERVFAIL' },
  silent: { A: 'silence', AAAA: 'silence' },
}

if (process.argv[1] === import.meta.filename) await play(process.argv[2]!)

async function play(certificate_file: string): Promise<void> {
  const certificate = JSON.parse(readFileSync(certificate_file, 'utf8')) as Certificate
  setDefaultCACertificates([certificate.cert])
  let seen = { questions: {} as Record<string, number>, connections: {} as Record<string, number> }
  const count = (counts: Record<string, number>, key: string) => {
    counts[key] = (counts[key] ?? 0) + 1
  }

  let rebinding_questions = 0
  await startNameServer('127.0.0.1', 53, (name, type) => {
    count(seen.questions, type)
    if (name === 'rebinding.hooks.example' && type === 'A')
      return [A(rebinding_questions++ % 2 === 0 ? PUBLIC_IPV4 : '127.0.0.1')]
    if (name === 'rebinding.hooks.example') return []
    const label = name.replace(/\.hooks\.example$/, '')
    // What is none of these names is private, so that asking for one that should not even be asked for shows.
    return NAMES[label]?.[type as Exclude<RecordType, 'CNAME'>] ?? (type === 'A' ? [A('10.1.2.3')] : [])
  })
  for (const port of PORTS) {
    // Each answer ends its connection, so that each send has a lookup of its own.
    const server = createServer(certificate, (request, response) =>
      request.resume().on('end', () => response.writeHead(200, { connection: 'close' }).end()),
    )
    server.on('connection', (socket: Socket) => count(seen.connections, socket.localAddress!.replace(/^::ffff:(?=[\d.]+$)/, '')))
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '::', resolve))
  }

  const sender = createSender({ allow_private: false, user_agent: 'Quoin/1.2.3' })
  async function observe(host: string, sends: number, in_flight = IN_FLIGHT): Promise<SceneResult> {
    seen = { questions: {}, connections: {} }
    const result: SceneResult = { outcomes: {}, ...seen, slowest_ms: 0, resolves_to_private: false }
    let left = sends
    const sendAll = async () => {
      while (left-- > 0) {
        const url = `https://${host}:8443/hook`
        const outcome = await sender.send({ url, event_id: 'evt_1', body: '{}', secrets: ['whsec_test'] })
        count(result.outcomes, outcome.error ?? `status ${outcome.response_status}`)
        result.slowest_ms = Math.max(result.slowest_ms, outcome.duration_ms)
      }
    }
    await Promise.all(Array.from({ length: in_flight }, sendAll))
    return result
  }

  const report = { literal: {}, named: {} } as SceneReport
  report.control = await knock([
    '127.0.0.1',
    '127.9.9.9',
    '10.1.2.3',
    '169.254.169.254',
    '::1',
    'fd00::1',
    '64:ff9b::7f00:1',
    PUBLIC_IPV4,
  ])
  for (const host of [...LOOPBACK_HOSTS, ...PRIVATE_HOSTS]) report.literal[host] = await observe(host, 1)
  for (const name of Object.keys(NAMES)) {
    const host = `${name}.hooks.example`
    report.named[name] = await observe(host, 2)
    report.named[name].resolves_to_private = await resolvesToPrivate(host)
  }
  report.rebinding = await observe('rebinding.hooks.example', REBINDING_SENDS)
  const waiting = Array.from({ length: 8 }, () => observe('silent.hooks.example', 1, 1))
  report.beside_silence = await observe('public.hooks.example', 50)
  await Promise.all(waiting)
  process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0))

  async function knock(addresses: readonly string[]): Promise<Record<string, number>> {
    seen = { questions: {}, connections: {} }
    for (const address of addresses) {
      await new Promise<void>((resolve) => {
        const socket = connect({ host: address, port: 8443 })
        socket.once('error', () => resolve())
        socket.once('connect', () => setTimeout(() => resolve(void socket.destroy()), 20))
      })
    }
    return seen.connections
  }
}
