import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { eventTextsOf, webhookBodyOf } from './event-text.ts'

const eventText = (data: string) =>
  `{"id":"evt_1","type":"invoice.paid","created_at":"2026-03-01T12:00:00.000Z","resource_type":"invoice","resource_id":"inv_1","company_id":"com_1","data":${data},"test":false}`
const bodyText = (data: string) =>
  `{"id":"evt_1","event":"invoice.paid","created_at":"2026-03-01T12:00:00.000Z","data":${data},"test":false}`
const answerText = (...events: string[]) =>
  `{"data":{"events":[${events.join(',')}],"pagination":{"limit":50,"has_more":false,"next_cursor":null}}}`

/** What JSON.parse and JSON.stringify would change. */
const HOSTILE = [
  '{"b":1,"2":1,"1":1}',
  '{"n":12345678901234567890,"e":1e2,"z":-0,"d":1.10}',
  '{"a":"\\u00e9\\/","b":"é/"}',
  '{"data":{"test":true},"test":{"data":[1]}}',
  '{"a":"\\\\","b":"\\"}","c":"[{","d":"\\\\\\""}',
  '{"a":"x, y: {z}","":[],"{}":{},"\\"":[[],{},[{"a":[]}]]}',
  '{"a":1,"a":2}',
  '{ "a" : [ 1 , 2 ] , "b" : { } }',
]

describe('the webhook of a stored event', () => {
  for (const data of HOSTILE) {
    test(`has its data to the byte: ${data}`, () => {
      assert.equal(webhookBodyOf(eventText(data)), bodyText(data))
      assert.deepEqual(eventTextsOf(answerText(eventText(data), eventText('{}'))), [eventText(data), eventText('{}')])
    })
  }

  test('has its data to the byte, whatever it is', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue())), fc.boolean(), (values, is_spaced) => {
        const texts = values.map((value) => eventText(JSON.stringify(value, null, is_spaced ? 2 : 0)))
        assert.deepEqual(eventTextsOf(answerText(...texts)), texts)
        for (const [index, text] of texts.entries()) {
          assert.equal(webhookBodyOf(text), bodyText(JSON.stringify(values[index], null, is_spaced ? 2 : 0)))
        }
      }),
    )
  })
})
