// The server knows where the dashboard has pages.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isPagePath, PAGE_PATHS } from '../src/http/page-paths.ts'

const read = (path: string) => readFileSync(new URL(`../../dashboard/src/app/${path}`, import.meta.url), 'utf8')

test('the paths of pages are those of the router', () => {
  const routed = [...read('router.tsx').matchAll(/\bpage\(\s*'([^']+)'/g)].map(([, path]) => path!)
  assert.ok(routed.length > 20)
  assert.deepEqual([...PAGE_PATHS].sort(), routed.sort())
  for (const path of routed) assert.ok(isPagePath(path, false) && isPagePath(`/acme${path}`, true), path)
})
