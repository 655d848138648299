// The plan of the house, and what its tests read of source files: which room one is in, what it imports, what is code and what comment.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

/** Low to high: a room imports itself and those before it. A new room takes its place in its wing here. */
export const TOOLS = ['kernel', 'sql', 'engines', 'figures', 'jobs', 'http']
export const WINGS: Record<string, string[]> = {
  access: ['organizations', 'users', 'companies', 'api-keys', 'audit-log', 'sandboxes', 'sessions'],
  record: ['events', 'webhooks', 'mail'],
  billing: [
    'customers',
    'documents',
    'payments',
    'invoices',
    'reminders',
    'quotes',
    'credit-notes',
    'recurring-invoices',
    'bank',
    'printing',
    'papers',
    'statements',
    'e-invoices',
    'public-pages',
  ],
  work: ['projects', 'tasks', 'time-entries'],
  home: ['overview', 'search', 'exports'],
  operate: [
    'version.ts',
    'secret-key.ts',
    'transfer',
    'backups',
    'jobs',
    'figures',
    'first-start.ts',
    'log.ts',
    'observer.ts',
    'metrics',
    'tracing',
    'observers.ts',
    'doctor',
  ],
}

/** The room that a path of server/src is in, with its wing where it has one; for a file directly in a wing or in server/src, the file. */
export function floorOf(path: string): string {
  const parts = path.split('/')
  return parts.slice(0, parts[0]! in WINGS ? 2 : 1).join('/')
}

/** What a room keeps to itself: its SQL, and its place in the URLs, which only endpoints.ts and app.ts hang in. */
export const PRIVATE_TO_BUSINESS_ROOM = /(^|-)(repository|routes)\.ts$/
export const BUSINESS = ['billing', 'work', 'home'].flatMap((wing) => WINGS[wing]!.map((room) => `${wing}/${room}`))

/** Source texts by their paths, relative to a folder of the repository. */
export type Sources = ReadonlyMap<string, string>

const REPOSITORY = dirname(dirname(dirname(import.meta.dirname)))

/** The files of a folder of the repository (`''`: all of it) that are written by hand. */
export function sourcesIn(folder: string): Sources {
  const cwd = join(REPOSITORY, folder)
  const paths = globSync('**/*.{ts,tsx,js,mjs,css}', { cwd, exclude: ['**/node_modules/**', '**/dist/**'] })
  return new Map(paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(cwd, path), 'utf8')]))
}

/** Whether a file is a test, or there for tests alone. */
export const isOfTests = (path: string) => /\.test\.tsx?$|(^|\/)test\//.test(path)

export interface Import {
  /** As it is written, for a package; relative to the folder of the sources, for a file. */
  name: string
  is_package: boolean
  /** Only its types are: nothing of it is run. */
  is_type: boolean
  /** What stands between `import` and `from`. */
  names: string
}

/** What a file imports or exports again, statically or not. */
export function importsOf(path: string, text: string): Import[] {
  const code = withoutComments(text)
  const statement = /^\s*(?:import|export)\s+(?:(type\s+)?([\w$*{},\s]+?)\s+from\s+)?['"]([^'"]+)['"]/gm
  const call = /\bimport\(()()\s*['"]([^'"]+)['"]/g
  return [...code.matchAll(statement), ...code.matchAll(call)].map(([, type, names = '', name = '']) => ({
    name: name.startsWith('.') ? posix.join(posix.dirname(path), name) : name,
    is_package: !name.startsWith('.'),
    is_type: Boolean(type),
    names,
  }))
}

/** Leaves strings alone, so that `https://…` in one is no comment. */
export function withoutComments(text: string): string {
  const string_or_comment = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\//g
  return text.replace(string_or_comment, (_, string: string | undefined) => string ?? ' ')
}
