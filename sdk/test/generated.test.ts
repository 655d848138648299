// The generated types are those of openapi.json, and the types of events cover all there are.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { eventCatalogue } from '../../server/src/endpoints.ts'
import { apiTypesText } from '../scripts/generate.ts'
import type { StoredEvent } from '../src/index.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test('src/api.ts is fresh: npm run openapi', async () => {
  const fresh = await apiTypesText(read('../../openapi.json'))
  // Not assert.equal: the difference of files so long takes it minutes to write.
  assert.ok(read('../src/api.ts') === fresh, 'run npm run openapi')
})

/** The compiler keeps this list whole: one entry for each member of the union. */
const RESOURCES: Record<StoredEvent['type'] extends `${infer R}.${string}` ? R : never, true> = {
  customer: true,
  invoice: true,
  payment: true,
  quote: true,
  credit_note: true,
  recurring_invoice: true,
  project: true,
  task: true,
  time_entry: true,
  timer: true,
  webhook_endpoint: true,
  email: true,
}

test('the type of events has the resource of every event type', () => {
  const resources = new Set(eventCatalogue.types.map(({ type }) => type.split('.')[0]))
  assert.deepEqual([...resources].sort(), Object.keys(RESOURCES).sort())
})
