// Packs each library of several hundred files into one, before `npm start`: finding and linking those files is a quarter of the time that the
// server takes to start, and more of that of a command. `cli/bin/packed-libraries.js` has the list, and uses the result where it is there.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fileOf, LIBRARIES, placeOf } from '../cli/bin/packed-libraries.js'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const RUNTIME_MAJOR = 26

const place = placeOf()
if (!existsSync(place)) {
  try {
    await pack()
  } catch (error) {
    process.stderr.write(`quoin: the libraries could not be packed, so starts take longer: ${error.message}\n`)
  }
}

async function pack() {
  // The packaged Node.js: Vite needs a newer one than npm may run on.
  if (Number(process.versions.node.split('.')[0]) < RUNTIME_MAJOR) {
    const node = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
    const { status, error } = spawnSync(node, [fileURLToPath(import.meta.url)], {
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    })
    if (error) throw error
    process.exit(status ?? 1)
  }
  const { build } = await import('vite')
  // Whole or not there at all: others may start meanwhile.
  const made = `${place}-${process.pid}`
  mkdirSync(dirname(place), { recursive: true })
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    build: {
      ssr: true,
      minify: false,
      outDir: made,
      rolldownOptions: {
        input: Object.fromEntries(LIBRARIES.map((name) => [fileOf(name), name])),
        preserveEntrySignatures: 'strict',
        treeshake: false,
        // Vite's `minify: false` alone removes calls that it takes for pure, also those that are there to throw.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', minify: false },
      },
    },
    ssr: { noExternal: true },
  })
  try {
    renameSync(made, place)
  } catch {
    // Another process was quicker.
    rmSync(made, { recursive: true, force: true })
  }
}
