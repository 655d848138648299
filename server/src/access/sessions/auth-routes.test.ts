// What a body at /dashboard/auth may be, in sentences that name the field and what is allowed.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../kernel/errors.ts'
import { readBody, routeOf } from './auth-routes.ts'

const read = (name: string, body: object) =>
  readBody({ body: Buffer.from(JSON.stringify(body)) } as FastifyRequest, routeOf(name)!)

describe('a body', () => {
  for (const [name, body, code, param, sentence] of [
    ['sign-in/email', { email: ' ', password: 'x' }, 'INVALID_EMAIL', 'email', /an address like ada@example\.com/],
    [
      'change-password',
      { currentPassword: 'x', newPassword: 'x'.repeat(9) },
      'PASSWORD_TOO_SHORT',
      'newPassword',
      /at least 10 characters, not 9/,
    ],
    [
      'change-password',
      { currentPassword: 'x', newPassword: 'x'.repeat(201) },
      'PASSWORD_TOO_LONG',
      'newPassword',
      /at most 200 characters, not 201/,
    ],
    [
      'change-password',
      { currentPassword: 'x'.repeat(201), newPassword: 'x'.repeat(10) },
      'PASSWORD_TOO_LONG',
      'currentPassword',
      /at most 200 characters, not 201/,
    ],
    ['sign-in/email', { email: 'a@b.example', password: 'x'.repeat(2_000) }, 'PASSWORD_TOO_LONG', 'password', /at most 200/],
    ['two-factor/enable', { password: 'x'.repeat(201) }, 'PASSWORD_TOO_LONG', 'password', /at most 200/],
    ['two-factor/verify-totp', { code: '1'.repeat(1_001) }, 'parameter_invalid', 'code', /at most 1000/],
    ['two-factor/verify-totp', {}, 'parameter_invalid', 'code', /must be a string/],
  ] as const) {
    test(`${name}: 400 ${code} for ${param}, with what is allowed`, () => {
      assert.throws(
        () => read(name, body),
        (error) => {
          assert.ok(error instanceof ApiError)
          assert.deepEqual([error.status, error.faults[0].code, error.faults[0].param], [400, code, param])
          assert.match(error.message, sentence)
          assert.ok(error.message.startsWith(param))
          return true
        },
      )
    })
  }

  test('is taken with passwords of 10 and of 200 characters, and empty where there is none', () => {
    for (const newPassword of ['x'.repeat(10), 'x'.repeat(200)]) {
      const body = { currentPassword: 'x', newPassword }
      assert.deepEqual(read('change-password', body), body)
    }
    assert.deepEqual(read('two-factor/enable', { password: '' }), { password: '' })
  })
})
