#!/usr/bin/env -S node --max-semi-space-size=16
// Starts the command line. The flag bounds the memory of short-lived objects, and can only be given at the start.
import module from 'node:module'

const LEAST_MAJOR = 26

if (Number(process.versions.node.split('.')[0]) < LEAST_MAJOR) {
  const needed = `quoin: needs Node.js ${LEAST_MAJOR} or newer, and this is ${process.version}`
  process.stderr.write(`${needed}. npm can bring it along: npx --package=node@${LEAST_MAJOR} --package=quoin quoin serve\n`)
  process.exit(1)
}
// Keeps the compiled code: halves the time of a start. Where it can't be written, it is done without.
module.enableCompileCache?.()
await import(new URL('../lib/main.js', import.meta.url).href)
