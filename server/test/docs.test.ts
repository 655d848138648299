// The pages for users: docs/api names everything that the API has, and no link of the pages leads nowhere.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { eventCatalogue } from '../src/app.ts'

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
  const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/**/*.md', 'decisions/*.md']
  for (const page of globSync(pages, { cwd: ROOT }).sort()) {
    test(`of ${page} lead to files and headings that exist`, () => {
      const links = [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!)
      const broken = links.filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(page, link))
      assert.deepEqual(broken, [])
    })
  }
})

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
