import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { replaceFigures } from './docs.ts'
import { readOptions } from './options.ts'
import { joinResults, type Results } from './results.ts'

test('without options both engines are measured on three sizes, smallest first', () => {
  const { engines, invoices, has_growth } = readOptions([])
  assert.deepEqual(
    { engines, invoices, has_growth },
    {
      engines: ['sqlite', 'postgres'],
      invoices: [10_000, 100_000, 1_000_000],
      has_growth: true,
    },
  )
})

test('--quick measures one size of one engine', () => {
  const { engines, invoices, has_growth } = readOptions(['--quick'])
  assert.deepEqual({ engines, invoices, has_growth }, { engines: ['sqlite'], invoices: [10_000], has_growth: false })
})

test('a value that is none is refused with what is allowed', () => {
  assert.throws(() => readOptions(['--engine', 'mysql']), /--engine: mysql is none of sqlite, postgres/)
  assert.throws(() => readOptions(['--invoices', '10000,many']), /--invoices: many is not between/)
})

test('the figures of a page are replaced between its markers, and nothing else is', () => {
  const begin = '<!-- figures: written by `npm run bench -- --write-docs` -->'
  const page = `before\n${begin}\n\nold\n\n<!-- end of figures -->\nafter\n`
  const replaced = replaceFigures(page, 'new')
  assert.equal(replaced, `before\n${begin}\n\nnew\n\n<!-- end of figures -->\nafter\n`)
  assert.equal(replaceFigures(replaced, 'new'), replaced)
  assert.throws(() => replaceFigures('no markers', 'new'))
})

test('results.md has the markers between which --write-docs writes', () => {
  const page = readFileSync(join(import.meta.dirname, 'results.md'), 'utf8')
  assert.match(replaceFigures(page, 'NEW'), /NEW\n\n<!-- end of figures -->\n\n## /)
})

test('the figures of a run on each engine are shown as one', () => {
  const runOf = (engine: 'sqlite' | 'postgres', seconds: number, more: object): Results => ({
    at: `of ${engine}`,
    machine: { cpu: 'a', cores: 2, memory_gb: 24, node: 'v26', sqlite: '3', ...more },
    options: {},
    rounds: 5,
    seconds,
    comparisons: [],
    growth: [],
    starts: [{ engine, invoices: 10_000, ready_ms: 1 }],
    memory: [],
    two_processes: [],
  })
  const joined = joinResults([runOf('sqlite', 1.5, {}), runOf('postgres', 1, { postgres: '18' })])
  assert.deepEqual(
    joined.starts.map(({ engine }) => engine),
    ['sqlite', 'postgres'],
  )
  assert.deepEqual([joined.at, joined.seconds, joined.machine.postgres], ['of postgres', 1, '18'])
})
