// Has libraries of several hundred files loaded from the one that `scripts/pack-libraries.mjs` made of each. Where it has not run, or for
// other versions, they are loaded from their packages.
import { existsSync, readFileSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

const MODULES = new URL('../../node_modules/', import.meta.url)

/** The names by which they are imported. */
export const LIBRARIES = ['kysely', 'typebox', 'typebox/value']

/** The folder of the packed files, named after what is in it. */
export function placeOf() {
  const versionOf = (name) => JSON.parse(readFileSync(new URL(`${name.split('/')[0]}/package.json`, MODULES), 'utf8')).version
  const parts = LIBRARIES.map((name) => `${fileOf(name)}-${versionOf(name)}`)
  return fileURLToPath(new URL(`.cache/quoin-packed/${parts.join('_')}`, MODULES))
}

/** The name of the packed file of a library, without its ending. */
export const fileOf = (name) => name.replace('/', '-')

/** Uses them from here on in this thread. */
export function preferPackedLibraries() {
  const place = placeOf()
  if (!module.registerHooks || !existsSync(place)) return
  const urls = new Map(LIBRARIES.map((name) => [name, `${pathToFileURL(place)}/${fileOf(name)}.js`]))
  module.registerHooks({
    resolve(specifier, context, next) {
      const url = urls.get(specifier)
      return url === undefined ? next(specifier, context) : { url, format: 'module', shortCircuit: true }
    },
  })
}
