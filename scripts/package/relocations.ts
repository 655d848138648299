// Files of the repository that are read while the program runs, and where they are in the package: all of the program's own code is in one
// folder there, `lib`, and what it reads is beside it.
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url))

/** What a file of the repository says of a place, and what it says in the package. */
const PLACES: Readonly<Record<string, readonly [string, string]>> = {
  'server/src/sql/migrate.ts': [`'../../migrations/'`, `'../migrations/'`],
  'server/src/operate/version.ts': [`'../../../package.json'`, `'../package.json'`],
  'server/src/http/well-known.ts': [`'../../../SECURITY.`, `'../SECURITY.`],
  'server/src/main.ts': [`'../../dashboard/dist'`, `'../dashboard'`],
  'server/src/http/docs-page.ts': ['require.resolve(`swagger-ui-dist/', 'require.resolve(`../reference/'],
}

/** A file that runs in a thread or process of its own: it has the same name in `lib`. */
const OWN_FILE = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g
const TYPEFACE = /import\.meta\.resolve\('([^']+)'\)/g

/**
 * The text of a file of the program with the places that it names as they are in the package. `path` is relative to the repository. Throws where
 * the file no longer says what `PLACES` expects: the package would look for it in the wrong place.
 */
export function relocated(path: string, text: string): string {
  let moved = text.replaceAll(OWN_FILE, `new URL('./$1.js', import.meta.url)`)
  const place = PLACES[path]
  if (place) {
    if (!moved.includes(place[0])) throw new Error(`${path} no longer has ${place[0]}: mend scripts/package/relocations.ts`)
    moved = moved.replace(place[0], () => place[1])
  }
  if (path === 'server/src/billing/printing/fonts.ts')
    moved = moved.replaceAll(TYPEFACE, (_, name: string) => `new URL('../fonts/${entryOf(name)}', import.meta.url).href`)
  const stays = /'(?:\.\.\/){2,}[^']*', import\.meta\.url|require\.resolve\((?!`\.\.\/)|import\.meta\.resolve/.exec(moved)
  if (stays) throw new Error(`${path} has ${stays[0]}, which leads out of the package: add it to scripts/package/relocations.ts`)
  return moved
}

/** The names of the files that run in threads and processes of their own, as `text` has them. */
export const ownFilesIn = (text: string): string[] => [...text.matchAll(OWN_FILE)].map(([, name]) => `${name}.ts`)

const entryOf = (name: string) => inModules(fileURLToPath(import.meta.resolve(name)))

/** A path below node_modules, as it is below a folder of the package. */
export const inModules = (path: string): string => relative(MODULES, path).replaceAll('\\', '/')

/** The folder of the package that a file of node_modules belongs to, `@scope/name` or `name`. */
export function packageOf(path: string): string {
  const parts = inModules(path).split('/')
  return parts.slice(0, parts[0]!.startsWith('@') ? 2 : 1).join('/')
}

/** Where a package is. */
export const folderOfPackage = (name: string): string => dirname(`${MODULES}${name}/package.json`)
