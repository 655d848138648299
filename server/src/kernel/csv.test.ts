import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine } from './csv.ts'

test('a line has its texts back by RFC 4180, numbers as they are, and no formula', () => {
  for (const [cells, line] of [
    [['a', 1, -12.35, null, true, ''], 'a,1,-12.35,,true,\r\n'],
    [['6" pipe, "A"', 'a\nb', 'x\r'], '"6"" pipe, ""A""","a\nb","x\r"\r\n'],
    [['=1', '+49 30', '-1', '@x', '\t=1+1', '\r=1', "'=1"], "'=1,'+49 30,'-1,'@x,'\t=1+1,\"'\r=1\",'=1\r\n"],
  ] as const) {
    assert.equal(csvLine(cells), line)
  }
})
