import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { type Phase, serveHealth } from './health.ts'

test('each path says what is asked of it, in each phase', async () => {
  const app = Fastify()
  let phase: Phase = 'starting'
  let is_healthy = true
  let reason: string | undefined
  serveHealth(app, { isHealthy: async () => is_healthy, failure: () => reason, phase: () => phase })
  const ask = async () => {
    const answers = await Promise.all(['/health/live', '/health/ready', '/health'].map((url) => app.inject({ url })))
    return answers.map((answer) => `${answer.statusCode} ${answer.json().status}`)
  }
  assert.deepEqual(await ask(), ['200 ok', '503 starting', '200 ok'])
  phase = 'ready'
  assert.deepEqual(await ask(), ['200 ok', '200 ready', '200 ok'])
  reason = 'The disk is full'
  assert.deepEqual(await ask(), ['200 ok', '200 read_only', '503 read_only'])
  is_healthy = false
  assert.deepEqual(await ask(), ['200 ok', '503 unavailable', '503 unavailable'])
  is_healthy = true
  reason = undefined
  phase = 'stopping'
  assert.deepEqual(await ask(), ['200 ok', '503 stopping', '200 ok'])
})
