// Installs the locked packages when they are missing or stale, before `npm start`, `npm test`, `npm run check` and `npm run bench`.
// Plain JavaScript for Node.js 18 and newer: at a first start it runs on whatever Node.js the machine has, with nothing installed.

import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const MODULES = join(ROOT, 'node_modules')
const LOCK_FILE = join(ROOT, 'package-lock.json')
/** Describes what was installed; npm removes it with the rest of node_modules, so a broken installation never looks complete. */
const STAMP = join(MODULES, '.quoin-installed')
const IS_WINDOWS = process.platform === 'win32'
const RUNTIME = join(MODULES, '.bin', IS_WINDOWS ? 'node.cmd' : 'node')
const RUNTIME_MAJOR = 26

/** A folder with one file in it, named after its owner. Only one process can make it, and only one can take it from a dead owner. */
const LOCK = join(ROOT, '.quoin-install-lock')
const OWNER = [process.pid, randomBytes(6).toString('hex'), hostname()].join('@')
const LOCK_POLL_MS = 200
const LOCK_HEARTBEAT_MS = 2_000
/** An owner on another host (a shared folder) counts as dead after this long without a heartbeat. */
const LOCK_STALE_MS = 60_000

if (!isInstalled()) {
  await takeLock()
  // The process that held the lock before us may have installed everything meanwhile.
  if (!isInstalled()) await install()
}

async function install() {
  say('installing the locked packages (npm ci)')
  const status = await runNpm(['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'])
  if (status !== 0) {
    say(`npm ci failed with exit code ${status}`)
    sayMissingLibrary()
    process.exit(status)
  }
  if (!hasRuntime()) {
    if (sayMissingLibrary()) process.exit(1)
    say(
      `no package brought a Node.js ${RUNTIME_MAJOR} that runs on ${process.platform}-${process.arch}: there are packages for Linux and macOS (x64, arm64) and Windows (x64), and one whose hash differs from package-lock.json is not installed`,
    )
    process.exit(1)
  }
  writeFileSync(STAMP, fingerprint())
}

function isInstalled() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint() && hasWorkspacePackages() && hasRuntime()
}

/** Whether the packages are there that npm puts into the folder of a workspace, because it needs another version than the rest. */
function hasWorkspacePackages() {
  const { packages = {} } = JSON.parse(readFileSync(LOCK_FILE, 'utf8'))
  const own = Object.keys(packages).filter((path) => path.indexOf('/node_modules/') > 0 && !path.startsWith('node_modules/'))
  return own.every((path) => existsSync(join(ROOT, path)))
}

/** The platform belongs to it: a node_modules that came along from another machine holds another machine's binaries. */
function fingerprint() {
  const lock = readFileSync(LOCK_FILE)
  return `${process.platform}-${process.arch} ${createHash('sha256').update(lock).digest('hex')}\n`
}

/** Whether the packaged Node.js is there and runs. */
function hasRuntime() {
  if (!existsSync(RUNTIME)) return false
  if (!IS_WINDOWS && realpathSync(RUNTIME) === realpathSync(process.execPath)) return true
  const { status, stdout } = spawnSync(RUNTIME, ['--version'], { shell: IS_WINDOWS, encoding: 'utf8' })
  return status === 0 && stdout.startsWith(`v${RUNTIME_MAJOR}.`)
}

/** Where the packaged Node.js lacks a library of the system, says which, and how to get it. */
function sayMissingLibrary() {
  if (IS_WINDOWS || !existsSync(RUNTIME)) return false
  const { stderr } = spawnSync(RUNTIME, ['--version'], { encoding: 'utf8' })
  const [, library] = /loading shared libraries: (\S+?):/.exec(stderr ?? '') ?? []
  if (library === undefined) return false
  // It comes first in the PATH of npm's scripts: with it there, the next start would end before this script.
  attempt(() => unlinkSync(RUNTIME))
  const how = library.startsWith('libatomic')
    ? 'install it (Debian, Ubuntu: apt-get install libatomic1; Fedora, RHEL: dnf install libatomic)'
    : 'install the package of your system that has it'
  say(`Node.js ${RUNTIME_MAJOR} needs ${library}, which this machine does not have: ${how}, and start again`)
  return true
}

/** Resolves to the exit code of npm: the very npm that runs this script, when one does. */
function runNpm(args) {
  const cli = process.env.npm_execpath ?? ''
  const [command, before] = /npm-cli\.c?js$/.test(cli) ? [process.execPath, [cli]] : [IS_WINDOWS ? 'npm.cmd' : 'npm', []]
  // Folder options of the outer npm (--prefix, --global) don't apply to this one.
  const env = { ...process.env }
  // Nor is .npmrc's line for npx, which npm hands to the scripts that it runs and then refuses in an installation.
  const not_handed_on = ['npm_config_prefix', 'npm_config_local_prefix', 'npm_config_global', 'npm_config_allow_scripts']
  for (const name of not_handed_on) delete env[name]
  return new Promise((resolve) => {
    // npm's own lines go to standard error: standard output belongs to the program that starts after this one.
    const child = spawn(command, [...before, ...args], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 2, 2],
      shell: IS_WINDOWS && before.length === 0,
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
    child.on('error', (error) => {
      say(`npm did not start: ${error.message}`)
      resolve(127)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** Waits until no other process installs here, then keeps others out until this process ends. */
async function takeLock() {
  for (let waited = 0; !tryLock(); waited += LOCK_POLL_MS) {
    if (waited === 0) say('waiting for another installation in this folder')
    await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS))
  }
  const own = join(LOCK, OWNER)
  setInterval(() => attempt(() => utimesSync(own, new Date(), new Date())), LOCK_HEARTBEAT_MS).unref()
  process.on('exit', () => {
    attempt(() => unlinkSync(own))
    attempt(() => rmdirSync(LOCK))
  })
}

function tryLock() {
  if (attempt(() => mkdirSync(LOCK))) return attempt(() => writeFileSync(join(LOCK, OWNER), ''))
  const owner = attempt(() => readdirSync(LOCK))?.[0]
  if (owner === undefined) {
    // Made but not yet signed, or left by a process that died in between. A folder that is signed meanwhile can't be removed.
    const made = attempt(() => statSync(LOCK).mtimeMs)
    if (made !== undefined && Date.now() - made > LOCK_STALE_MS) attempt(() => rmdirSync(LOCK))
    return false
  }
  // Of several processes that find the owner dead, the unlink of its name succeeds in one.
  if (isDead(owner) && attempt(() => unlinkSync(join(LOCK, owner)))) attempt(() => rmdirSync(LOCK))
  return false
}

function isDead(owner) {
  const [pid, , host] = owner.split('@')
  const beat = attempt(() => statSync(join(LOCK, owner)).mtimeMs)
  if (beat === undefined) return false
  if (Date.now() - beat > LOCK_STALE_MS) return true
  if (host !== hostname()) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** The result of `action` (true if it has none), undefined if it throws. */
function attempt(action) {
  try {
    return action() ?? true
  } catch {
    return undefined
  }
}

function say(line) {
  process.stderr.write(`quoin: ${line}\n`)
}
