// The guard against webhooks into the local network, under real conditions: in a network namespace in which every address leads to a canary,
// with a name server that lies. Linux only, if a namespace can be made; the rules themselves are tested in record/webhooks/destination.test.ts.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeCertificate } from './support/certificate.ts'
import { LOOPBACK_HOSTS, PRIVATE_HOSTS } from './support/private-hosts.ts'
import { NAMES, PUBLIC_IPV4, PUBLIC_IPV6, type SceneReport, type SceneResult } from './support/webhook-guard-scene.ts'

const SCENE = fileURLToPath(new URL('./support/webhook-guard-scene.ts', import.meta.url))
/** Of the machine, not of a package. */
const UNSHARE = 'unshare'
/** The name servers of the scene, and every address of both kinds on loopback. */
const SET_UP = `mount --bind "$1/resolv.conf" /etc/resolv.conf && ip link set lo up &&
  ip route add local 0.0.0.0/0 dev lo && ip -6 route add local ::/0 dev lo`
const LONGEST_SCENE_MS = 120_000

const folder = mkdtempSync(join(tmpdir(), 'quoin-guard-'))
writeFileSync(join(folder, 'resolv.conf'), 'nameserver 127.0.0.1\n')
after(() => rmSync(folder, { recursive: true, force: true }))

const certificate = makeCertificate(['*.hooks.example'])
if (certificate) writeFileSync(join(folder, 'certificate.json'), JSON.stringify(certificate))
/** How this user makes a namespace: as root, or as root of a user namespace. */
const option = ['-nm', '-rnm'].find((each) => spawnSync(UNSHARE, [each, 'sh', '-c', SET_UP, 'sh', folder]).status === 0)
const skip = !certificate ? 'there is no openssl' : option === undefined ? 'this machine makes no network namespace' : false

describe('the guard in a network where every address answers', { skip }, () => {
  let report: SceneReport
  before(async () => {
    const program = `${SET_UP} && exec "$2" "$3" "$1/certificate.json"`
    const args = [option!, 'sh', '-c', program, 'sh', folder, process.execPath, SCENE]
    // Every step replaces the one before, so that the time-out ends the scene itself.
    const { stdout } = await promisify(execFile)(UNSHARE, args, {
      timeout: LONGEST_SCENE_MS,
      killSignal: 'SIGKILL',
      maxBuffer: 2 ** 24,
    })
    report = JSON.parse(stdout) as SceneReport
  })

  /** Only `addresses` were connected to. */
  function assertConnections(result: SceneResult, addresses: string[]): void {
    assert.deepEqual(Object.keys(result.connections).sort(), addresses.sort())
  }

  test('the canaries sing: a plain client reaches each of them', () => {
    const addresses = ['127.0.0.1', '127.9.9.9', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1', '64:ff9b::7f00:1', PUBLIC_IPV4]
    assert.deepEqual(report.control, Object.fromEntries(addresses.map((address) => [address, 1])))
  })

  test('no form of a private host is connected to, nor asked for', () => {
    assert.deepEqual(Object.keys(report.literal).sort(), [...LOOPBACK_HOSTS, ...PRIVATE_HOSTS].sort())
    for (const [host, result] of Object.entries(report.literal)) {
      assert.match(Object.keys(result.outcomes).join(), /not public|full domain name/, host)
      assert.deepEqual([result.connections, result.questions], [{}, {}], host)
    }
  })

  const reached: Record<string, string[]> = {
    public: [PUBLIC_IPV4],
    'public-6': [PUBLIC_IPV6],
    'public-both': [PUBLIC_IPV4],
    'public-alias': [PUBLIC_IPV4],
    'public-half-broken': [PUBLIC_IPV4],
  }
  for (const [name, addresses] of Object.entries(reached)) {
    test(`a public name is connected to, at the address that was checked: ${name}`, () => {
      const result = report.named[name]!
      assert.deepEqual(result.outcomes, { 'status 200': 2 })
      assertConnections(result, addresses)
      assert.equal(result.resolves_to_private, false)
    })
  }

  const failing: Record<string, RegExp> = {
    'bare-alias-of-localhost': /^the name does not resolve/,
    empty: /^the name does not resolve/,
    nxdomain: /^the name does not resolve$/,
    servfail: /^the name does not resolve: its name server failed$/,
    silent: /^the name does not resolve: no name server answered in time$/,
  }
  for (const [name, error] of Object.entries(failing)) {
    test(`no answer is no way past the check: ${name}`, () => {
      const result = report.named[name]!
      const [only, ...rest] = Object.keys(result.outcomes)
      assert.match(only!, error)
      assert.deepEqual([rest, result.connections, result.resolves_to_private], [[], {}, false])
      assert.ok(result.questions['A']! >= 2 && result.questions['AAAA']! >= 2, 'the name server was not asked')
      assert.ok(result.slowest_ms < 7000, `${result.slowest_ms} ms`)
    })
  }

  for (const name of Object.keys(NAMES).filter((each) => !(each in reached) && !(each in failing))) {
    test(`refused, whatever else the answer holds: ${name}`, () => {
      const result = report.named[name]!
      const [only, ...rest] = Object.keys(result.outcomes)
      assert.match(only!, /^the name \S+ leads to an address that is not public$/)
      assert.deepEqual([rest, result.connections, result.resolves_to_private], [[], {}, true])
      assert.ok(result.questions['A']! >= 2 && result.questions['AAAA']! >= 2, 'the name server was not asked')
    })
  }

  test('a name that changes with every question: 500 sends, none to the canary', () => {
    const { outcomes, connections, questions } = report.rebinding
    const refused = outcomes['the name rebinding.hooks.example leads to an address that is not public']!
    const answered = outcomes['status 200']!
    assert.ok(refused >= 200 && answered >= 200, JSON.stringify(outcomes))
    assert.equal(refused + answered, 500)
    assert.ok(questions['A']! >= 500, 'the name server was not asked each time')
    assert.deepEqual(connections, { [PUBLIC_IPV4]: answered })
  })

  test('names that hang delay no other delivery', () => {
    assert.deepEqual(report.beside_silence.outcomes, { 'status 200': 50 })
    assert.ok(report.beside_silence.slowest_ms < 2000, `${report.beside_silence.slowest_ms} ms`)
  })
})
