// Builds the pages of the dashboard into dashboard/dist when their sources changed, before `npm start`; about three seconds, and none when
// nothing did. Runs with the packages installed, on whatever Node.js npm brought along.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const DIST = join(ROOT, 'dashboard', 'dist')
const STAMP = join(DIST, '.built-from')
/** All that the pages are made of: their own folder, and what they import from elsewhere. */
const SOURCES = [
  'dashboard',
  'server/src/kernel',
  'server/src/billing/documents',
  'server/src/http/page-paths.ts',
  'package-lock.json',
  'scripts/build-dashboard.mjs',
]

const fingerprint = fingerprintOf(SOURCES)
if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== fingerprint) {
  process.stderr.write('quoin: building the dashboard\n')
  build()
  mkdirSync(DIST, { recursive: true })
  writeFileSync(STAMP, fingerprint)
}

function build() {
  // The packaged Node.js: Vite needs a newer one than npm may run on.
  const node = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
  const { status, error } = spawnSync(
    node,
    [vite, 'build', '--logLevel', 'warn', '--config', join(ROOT, 'dashboard', 'vite.config.ts')],
    {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    },
  )
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

function fingerprintOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of filesOf(join(ROOT, path)))
      hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return `${hash.digest('hex')}\n`
}

function filesOf(path) {
  let entries
  try {
    entries = readdirSync(path, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path]
    throw error
  }
  return entries
    .filter((entry) => entry.name !== 'dist' && entry.name !== 'node_modules')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)]))
}
