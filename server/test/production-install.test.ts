// The documented installation has its pages, and the running program needs no development package.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const manifestOf = (path: string) => JSON.parse(read(path)) as Record<'scripts' | 'dependencies', Record<string, string>>
const { scripts, dependencies: of_root } = manifestOf('package.json')
const dependencies = { ...of_root, ...manifestOf('sdk/package.json').dependencies }

test('the steps for systemd install the packages and build the pages before the server is started', () => {
  const steps = /^```sh\n((?:(?!```).*\n)*?systemctl enable.*\n)```$/m.exec(read('docs/scaling.md'))?.[1]?.split('\n') ?? []
  const [build, start] = ['npm run build', 'systemctl enable'].map((step) => steps.findIndex((line) => line.startsWith(step)))
  assert.ok(build! >= 0 && start! > build!, steps.join('\n'))
  assert.match(scripts['prebuild']!, /scripts\/install\.mjs/)
  assert.match(scripts['build']!, /scripts\/build-dashboard\.mjs/)
})

test('server, command line and client import nothing but what package.json has under dependencies', () => {
  const files = globSync('{server/src,cli/src,cli/bin,sdk/src}/**/*.{ts,js}', { cwd: ROOT, exclude: ['**/*.test.ts'] })
  assert.ok(files.length > 150)
  const missing = files.flatMap((file) =>
    [...read(file).matchAll(/^(?:import|export)\s+(?!type\b)[^'"]*?from\s+'([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/gm)]
      .map(([, from, lazily]) => (from ?? lazily)!)
      .filter((name) => !isBuiltin(name))
      .filter(
        (name) =>
          !(
            name
              .split('/')
              .slice(0, name.startsWith('@') ? 2 : 1)
              .join('/') in dependencies
          ),
      )
      .map((name) => `${file} imports ${name}`),
  )
  assert.deepEqual(missing, [])
})
