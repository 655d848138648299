import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortPath } from './short-path.ts'

test('the ids of a path are shortened, and nothing else of it', () => {
  const path = '/v1/projects/pro_01m8j3pjkshsgf5jjw6ycr5x4x/time-entries/tme_01m8j3pm53v8451j5r63q8kcdh'
  assert.equal(shortPath(path), '/v1/projects/pro_01m8…5x4x/time-entries/tme_01m8…kcdh')
  assert.equal(shortPath(`${path}/invoice?a=b`), '/v1/projects/pro_01m8…5x4x/time-entries/tme_01m8…kcdh/invoice?a=b')
  assert.equal(shortPath('/v1/invoices'), '/v1/invoices')
  assert.equal(shortPath('/v1/invoices/inv_1'), '/v1/invoices/inv_1')
})
