import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { EventStreamParser } from './event-stream.ts'

const framesOf = (...pieces: string[]) => {
  const parser = new EventStreamParser()
  return pieces.flatMap((piece) => parser.push(piece))
}

describe('EventStreamParser', () => {
  test('reads what the server sends: comments, a position alone, events, an error', () => {
    const parser = new EventStreamParser()
    assert.deepEqual(parser.push('retry: 2000\n\n: ready\n\nid: evt_1\n\n'), [])
    assert.equal(parser.id, 'evt_1')
    assert.deepEqual(parser.push('id: evt_2\ndata: {"a":"\u2028"}\n\n: keep-alive\n\n'), [
      { id: 'evt_2', event: 'message', data: '{"a":"\u2028"}' },
    ])
    assert.deepEqual(parser.push('event: error\ndata: {"error":"x"}\n\n'), [
      { id: 'evt_2', event: 'error', data: '{"error":"x"}' },
    ])
  })

  test('an id counts when its frame is whole: who comes back before would miss it', () => {
    const parser = new EventStreamParser()
    parser.push('id: evt_1\ndata: 1\n\nid: evt_2\nda')
    assert.equal(parser.id, 'evt_1')
    assert.deepEqual(parser.push('ta: 2\n\n'), [{ id: 'evt_2', event: 'message', data: '2' }])
    assert.equal(parser.id, 'evt_2')
  })

  test('joins lines of data, takes one blank off the front, and ignores what it does not know', () => {
    assert.deepEqual(framesOf('data\ndata:  b\nfoo: bar\ndata:c:d\n\n'), [{ id: '', event: 'message', data: '\n b\nc:d' }])
    assert.deepEqual(framesOf('data: never ended'), [])
  })

  test('a line end of two characters that was cut in the middle is one', () => {
    assert.deepEqual(framesOf('data: a\r', '\n\r', '\ndata: b\r', '\n\r', '\n'), [
      { id: '', event: 'message', data: 'a' },
      { id: '', event: 'message', data: 'b' },
    ])
  })

  test('gives the same frames as the package eventsource-parser, however the stream is cut', () => {
    const line = fc.oneof(
      fc.constantFrom('', '', ': comment', 'data', 'data:', 'event: error', 'id: 7', 'id:', 'retry: 5', 'unknown: x'),
      fc.string({ unit: 'grapheme' }).map((text) => `data: ${text.replace(/[\r\n]/g, '')}`),
    )
    const stream = fc
      .array(line)
      .chain((lines) =>
        fc
          .array(fc.constantFrom('\n', '\r\n'), { minLength: lines.length, maxLength: lines.length })
          .map((ends) => lines.map((text, index) => text + ends[index]).join('')),
      )
    fc.assert(
      fc.property(stream, fc.array(fc.nat(300), { maxLength: 8 }), (text, cuts) => {
        const expected: object[] = []
        let id = ''
        createParser({ onEvent: (event) => expected.push({ event: event.event || 'message', data: event.data }) }).feed(text)
        const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length]
        const pieces = places.slice(1).map((end, index) => text.slice(places[index], end))
        const frames = framesOf(...pieces).map(({ event, data, id: named }) => {
          id = named
          return { event, data }
        })
        assert.deepEqual(frames, expected)
        assert.ok(id === '' || id === '7')
      }),
      { numRuns: 500 },
    )
  })

  test('refuses a frame without end', () => {
    const parser = new EventStreamParser()
    assert.throws(() => {
      for (let count = 0; count < 20; count++) parser.push(`data: ${'x'.repeat(1024 * 1024)}\n`)
    }, /too long/)
  })
})
