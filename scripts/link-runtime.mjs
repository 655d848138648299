// Runs after every `npm ci` (`postinstall`): puts the packaged Node.js on the PATH of npm's scripts, as node_modules/.bin/node.
// npm 11 makes this link itself; npm 10 drops it when several optional packages have a program of the same name.
// Plain JavaScript for Node.js 18 and newer: it runs on whatever Node.js the machine has.

import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MODULES = join(dirname(dirname(fileURLToPath(import.meta.url))), 'node_modules')
const BIN = join(MODULES, '.bin')
const IS_WINDOWS = process.platform === 'win32'
const LINK = join(BIN, IS_WINDOWS ? 'node.cmd' : 'node')

const runtime = findRuntime()
// Without one, `install.mjs` says which platforms there are packages for.
if (runtime && !existsSync(LINK)) {
  mkdirSync(BIN, { recursive: true })
  // A link that leads nowhere does not exist for existsSync, and yet is in the way.
  rmSync(LINK, { force: true })
  if (IS_WINDOWS) writeFileSync(LINK, `@"%~dp0\\..\\${runtime.name}\\${runtime.program.replaceAll('/', '\\')}" %*\r\n`)
  else symlinkSync(join('..', runtime.name, runtime.program), LINK)
}

/** The package of the runtime for this machine, as package.json names it: `{ name, program }`; undefined where there is none. */
function findRuntime() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(dirname(MODULES), 'package.json'), 'utf8'))
  for (const name of Object.keys(optionalDependencies ?? {})) {
    const file = join(MODULES, name, 'package.json')
    if (!existsSync(file)) continue
    const { os, cpu, bin } = JSON.parse(readFileSync(file, 'utf8'))
    if ([os].flat().includes(process.platform) && [cpu].flat().includes(process.arch) && bin?.node) {
      return { name, program: bin.node }
    }
  }
  return undefined
}
