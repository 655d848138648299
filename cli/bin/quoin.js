#!/usr/bin/env -S node --max-semi-space-size=16
// Starts the command line under the Node.js that this repository has locked, whatever Node.js this file was started with.
// The flag bounds the memory of short-lived objects, and can only be given at the start.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { preferPackedLibraries } from './packed-libraries.js'

const LOCKED_MAJOR = 26
const main = new URL('../src/main.ts', import.meta.url)

if (Number(process.versions.node.split('.')[0]) >= LOCKED_MAJOR) {
  // Keeps the compiled code of a hundred files: halves the time of a start. Where it can't be written, it is done without.
  module.enableCompileCache?.(fileURLToPath(new URL('../../node_modules/.cache/quoin', import.meta.url)))
  preferPackedLibraries()
  await import(main.href)
} else {
  const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))
  if (!existsSync(node)) {
    process.stderr.write('quoin: not installed yet: run npm ci in the repository first\n')
    process.exit(1)
  }
  const child = spawn(node, ['--max-semi-space-size=16', fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  // What ends this process means the other one. A key press on a terminal reaches both by itself, and twice would mean at once.
  const is_on_terminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY)
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  process.on('SIGINT', () => {
    if (!is_on_terminal) child.kill('SIGINT')
  })
  const [code, signal] = await once(child, 'exit')
  process.exitCode = code ?? 1
  // Ends as the other one did, so that shells and supervisors see the same.
  if (signal) {
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  }
}
