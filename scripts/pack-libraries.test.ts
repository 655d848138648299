// Libraries that are packed into one file are the same as their packages, and are what the command and the server load.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
/** Plain JavaScript, without types. */
const { LIBRARIES, placeOf } = (await import(join(ROOT, 'cli/bin/packed-libraries.js'))) as {
  LIBRARIES: readonly string[]
  placeOf(): string
}
const skip = !existsSync(placeOf()) && 'they are not packed: npm run build does it'

/** Runs a module in a process of its own, which loads the packages unless it says otherwise, and gives what it prints. */
const printed = (program: string): unknown =>
  JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: ROOT, encoding: 'utf8' }))

test('each has every name that its package exports, as the same kind of value', { skip }, () => {
  const program = `
    import { preferPackedLibraries } from './cli/bin/packed-libraries.js'
    const shapeOf = (exports) => Object.entries(exports).map(([name, value]) => name + ' ' + typeof value)
    const shapes = async () => Object.fromEntries(await Promise.all(LIBRARIES.map(async (name) => [name, shapeOf(await import(name))])))
    const LIBRARIES = ${JSON.stringify(LIBRARIES)}
    const of_packages = await shapes()
    preferPackedLibraries()
    const urls = LIBRARIES.map((name) => import.meta.resolve(name))
    console.log(JSON.stringify({ of_packages, packed: await shapes(), urls }))`
  const { of_packages, packed, urls } = printed(program) as { of_packages: object; packed: object; urls: string[] }
  assert.deepEqual(packed, of_packages)
  assert.deepEqual(
    urls.filter((url) => !url.includes('/quoin-packed/')),
    [],
  )
})

test('what the command and the server load of them is a handful of files', { skip }, () => {
  const program = `
    import module from 'node:module'
    import { preferPackedLibraries } from './cli/bin/packed-libraries.js'
    preferPackedLibraries()
    const loaded = []
    module.registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    await import('./server/src/main.ts')
    await import('./cli/src/database-commands.ts')
    console.log(JSON.stringify(loaded.filter((url) => /node_modules.(kysely|typebox|\\.cache)/.test(url))))`
  const loaded = printed(program) as string[]
  assert.deepEqual(
    loaded.filter((url) => !url.includes('/quoin-packed/')),
    [],
  )
  assert.ok(loaded.length >= LIBRARIES.length && loaded.length < 3 * LIBRARIES.length, loaded.join('\n'))
})
