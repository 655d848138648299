// The pages: docs/api names everything that the API has, links resolve, and no file refers to a page that a clone does not have.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { eventCatalogue } from '../src/endpoints.ts'

const ROOT = dirname(dirname(import.meta.dirname))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const guide = globSync('docs/api/*.md', { cwd: ROOT }).map(read).join('\n')
const api = JSON.parse(read('openapi.json')) as { paths: Record<string, Record<string, object>> }

/** The names that no page writes as code, in backticks. */
function unnamed(names: Iterable<string>): string[] {
  return [...new Set(names)].filter((name) => !guide.includes(`\`${name}\``))
}

describe('docs/api', () => {
  test('names every method and path of openapi.json', () => {
    const operations = Object.entries(api.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    assert.ok(operations.length > 30)
    assert.deepEqual(unnamed(operations), [])
  })

  test('names no method and path that openapi.json does not have', () => {
    const named = [...guide.matchAll(/`(GET|POST|PATCH|DELETE|PUT) (\/(?:v1|dashboard\/api)\/[^`]*)`/g)]
    const unknown = named.filter(([, method, path]) => !api.paths[path!]?.[method!.toLowerCase()])
    assert.deepEqual(unknown.map(String), [])
  })

  test('has every event type in the catalogue, and no other', () => {
    const rows = [...guide.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \|/gm)].map(([, type]) => type)
    assert.deepEqual(
      rows,
      eventCatalogue.types.map((type) => type.type),
    )
  })

  test('names every error code', () => {
    const codes = [...declaredCodes(api), ...codesOfServer()]
    assert.ok(codes.length > 25)
    assert.deepEqual(unnamed(codes), [])
  })
})

/** The values of `code` that the schemas of a document allow. */
function declaredCodes(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  const { code } = part as { code?: { enum?: string[] } }
  return [...(code?.enum ?? []), ...Object.values(part).flatMap(declaredCodes)]
}

/** The codes of refusals that come before any endpoint is found, which openapi.json has no place for. */
function codesOfServer(): string[] {
  const source = globSync('server/src/http/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] })
    .map(read)
    .join('\n')
  return [...source.matchAll(/(?:refusal\(\d{3}, |code: )'([a-z_]+)'/g)].map(([, code]) => code!)
}

describe('links', () => {
  for (const page of filesOf('md')) {
    test(`of ${page} lead to files and headings that exist`, () => {
      const links = [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!)
      const broken = links.filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(page, link))
      assert.deepEqual(broken, [])
    })
  }
})

describe('references', () => {
  const files = filesOf('{ts,tsx,js,mjs,css,html,md,json,yaml,sql,go,php,py}').filter(
    (file) => !/^(package-lock|openapi)\.json$/.test(file),
  )

  test('to pages lead to pages of this repository', () => {
    assert.ok(files.length > 500)
    const missing = files.flatMap((file) => {
      const pages = [...read(file).matchAll(/(?<![\w/.$}-])[\w./-]+\.md\b/g)].map(([page]) => page)
      return pages.filter((page) => !exists(page) && !exists(join(dirname(file), page))).map((page) => `${file}: ${page}`)
    })
    assert.deepEqual(missing, [])
  })

  test('of pages to files of the code lead to files', () => {
    const roots = ['.', 'server', 'server/src', 'server/test', 'dashboard/src', ...globSync('server/src/*', { cwd: ROOT })]
    const names = new Set(files.map((file) => basename(file)))
    const pages = filesOf('md').filter((page) => page !== 'CHANGELOG.md')
    const missing = pages.flatMap((page) => {
      const paths = [...withoutCode(read(page)).matchAll(/`(\w[\w./-]*\.(?:ts|tsx|mjs))`/g)].map(([, path]) => path!)
      const found = (path: string) =>
        path.includes('/') ? [...roots, dirname(page)].some((root) => exists(join(root, path))) : names.has(path)
      return paths.filter((path) => !found(path)).map((path) => `${page}: ${path}`)
    })
    assert.deepEqual(missing, [])
  })

  test('to decisions name a decision that there is', () => {
    const numbers = new Set(globSync('decisions/*.md', { cwd: ROOT }).map((path) => basename(path).slice(0, 3)))
    const missing = files.flatMap((file) =>
      [...read(file).matchAll(/\bdecisions\/(\d+)/g)]
        .filter(([, number]) => !numbers.has(number!))
        .map(([text]) => `${file}: ${text}`),
    )
    assert.deepEqual(missing, [])
  })

  test('stay inside the repository', () => {
    const leaving = files.flatMap((file) => {
      const paths = [...read(file).matchAll(/(?<![\w/.])(?:\.\.\/)+shared\b/g)].map(([path]) => path)
      return paths.filter((path) => !exists(join(dirname(file), path))).map((path) => `${file}: ${path}`)
    })
    assert.deepEqual(leaving, [])
  })
})

describe('decisions/002-dependencies.md', () => {
  test('has every dependency of the manifests in its tables, and no other', () => {
    const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const
    const manifests = ['package.json', 'sdk/package.json'].map(
      (path) => JSON.parse(read(path)) as Partial<Record<string, object>>,
    )
    const needed = new Set(manifests.flatMap((manifest) => kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}))))
    const rows = [...read('decisions/002-dependencies.md').matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell]) => cell!)
    const named = rows.flatMap((cell) => [...cell.replace(/\(.*\)/, '').matchAll(/`([^`]+)`/g)].map(([, name]) => name!))
    assert.deepEqual(named.sort(), [...needed].sort())
  })
})

/** The files with an extension, as a clone has them: nothing installed, built, or stored by a running server. */
function filesOf(extension: string): string[] {
  const found = globSync(`**/*.${extension}`, {
    cwd: ROOT,
    exclude: ['**/node_modules/**', 'dashboard/dist/**', 'dist/**', 'data/**'],
  })
  return found.map((path) => path.replaceAll('\\', '/')).sort()
}

function exists(path: string): boolean {
  return existsSync(join(ROOT, path))
}

function leadsSomewhere(page: string, link: string): boolean {
  const [file, heading] = link.split('#')
  const target = file ? join(dirname(page), file) : page
  if (!existsSync(join(ROOT, target))) return false
  return heading === undefined || headings(read(target)).includes(heading)
}

/** The anchors of a page's headings, as GitHub makes them. */
function headings(text: string): string[] {
  return [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '')
}
