import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { encodeWindows1252, inWindows1252 } from './windows-1252.ts'

const decoded = (bytes: Uint8Array) => new TextDecoder('windows-1252').decode(bytes)

describe('Windows-1252', () => {
  test('has each of its characters as the byte that Node reads it from', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte).filter(
      (byte) => ![0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte),
    )
    const text = decoded(all)
    assert.equal(inWindows1252(text), text)
    assert.deepEqual([...encodeWindows1252(text)], [...all])
  })

  for (const [text, expected] of [
    ['Mu\u0308ller & So\u0308hne', 'Müller & Söhne'],
    ['Œuvre “Ÿ” – 5 €', 'Œuvre “Ÿ” – 5 €'],
    ['Łódź, Đorđe, Şahin, Dvořák, ı, ǽ', 'Lódz, Dorde, Sahin, Dvorák, i, æ'],
    ['x\u0302', 'x'],
    ['ﬁn №\u2007１２', 'fin No 12'],
    ['a\u200bb\u2011c\u2212d', 'ab-c-d'],
    ['日本 😀 Ωμ', '?? ? ??'],
    ['GROẞ', 'GROß'],
    ['\ud83d!', '?!'],
  ] as const) {
    test(`writes ${JSON.stringify(text)} as ${JSON.stringify(expected)}`, () => {
      assert.equal(inWindows1252(text), expected)
      assert.equal(decoded(encodeWindows1252(inWindows1252(text))), expected)
    })
  }

  test('reads as what was written, for any text, and may be cut anywhere', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (any, most) => {
        const text = inWindows1252(any.replace(/\p{Cc}/gu, '')).slice(0, most)
        const bytes = encodeWindows1252(text)
        assert.equal(bytes.length, text.length)
        assert.equal(decoded(bytes), text)
        assert.equal(inWindows1252(text), text)
      }),
    )
  })
})
