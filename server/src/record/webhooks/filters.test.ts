import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { EventCatalogue, type EventType } from '../events/event-type.ts'
import { compileFilters, filterFaults } from './filters.ts'

const TYPES = ['invoice.created', 'invoice.paid', 'invoice.partially_paid', 'invoicex.created', 'timer.started']
const catalogue = new EventCatalogue(TYPES.map((type) => ({ type }) as EventType))
const faultOf = (filter: string) => filterFaults(catalogue, [filter])[0]
const wanted = (...filters: string[]) => TYPES.filter(compileFilters(catalogue, filters))

describe('filters', () => {
  const cases: [filters: string[], types: string[]][] = [
    [['*'], TYPES],
    [['invoice.paid'], ['invoice.paid']],
    [['invoice.*'], ['invoice.created', 'invoice.paid', 'invoice.partially_paid']],
    [
      ['timer.*', 'invoice.paid', 'invoice.paid'],
      ['invoice.paid', 'timer.started'],
    ],
    [['invoice.paid', '*'], TYPES],
    [[], []],
  ]
  for (const [filters, types] of cases) {
    test(`${JSON.stringify(filters)} let through ${types.length} of ${TYPES.length} types`, () => {
      assert.deepEqual(wanted(...filters), types)
      assert.deepEqual(filterFaults(catalogue, filters), [])
    })
  }

  test('the dot is literal, so invoice.* has nothing of invoicex', () => {
    assert.ok(!wanted('invoice.*').includes('invoicex.created'))
  })

  test('one that means nothing any more lets nothing through, and does not harm the others', () => {
    assert.deepEqual(wanted('gone.created', 'gone.*', 'timer.started'), ['timer.started'])
  })
})

describe('an unknown filter', () => {
  for (const filter of [
    'invoice*',
    'invoice.nope',
    'Invoice.paid',
    '**',
    'invoice.',
    '.*',
    '',
    'invoice.*.*',
    'INVOICE.*',
    '*.paid',
  ]) {
    test(`${JSON.stringify(filter)} is a fault`, () => assert.equal(faultOf(filter)?.code, 'invalid_type'))
  }

  test('is told with the ones that were probably meant', () => {
    assert.match(faultOf('invoice.payed')!.error, /did you mean invoice\.paid\b/)
    assert.match(faultOf('invoice*')!.error, /did you mean invoice\.\*/)
    assert.match(faultOf('Timer.Started')!.error, /timer\.started/)
    assert.match(faultOf('something else')!.error, /GET \/v1\/events\/types/)
  })

  test('is named by its place, each of several', () => {
    const faults = filterFaults(catalogue, ['*', 'a', 'invoice.paid', 'b'])
    assert.deepEqual(
      faults.map(({ param }) => param),
      ['enabled_events[1]', 'enabled_events[3]'],
    )
  })
})
