import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesOf, readLines } from './datev-lines.ts'

test('accounts are lines of text, and read back', () => {
  const accounts = [
    { tax_category: 'standard', tax_rate: 8.1, account: '8400' },
    { tax_category: 'export', tax_rate: 0, account: '8120' },
  ] as const
  assert.equal(linesOf(accounts), 'standard 8.1 8400\nexport 0 8120')
  assert.deepEqual(readLines(`\n${linesOf(accounts)}\n`), { accounts })
  assert.deepEqual(readLines(' standard 8,1 %  8400 '), { accounts: [accounts[0]] })
  assert.match((readLines('standard 8400') as { fault: string }).fault, /^“standard 8400” is not a category/)
})
