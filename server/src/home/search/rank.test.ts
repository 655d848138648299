import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Found, ranked } from './rank.ts'

const found = (type: Found['result']['type'], title: string, names = [title]): Found => ({
  result: { type, id: title, project_id: null, title, detail: '' },
  names,
})

test('what is the text whole comes first, then what begins with it, then what has it; equals by kind, then as they were found', () => {
  const some = [
    found('task', 'About müller'),
    found('invoice', 'of a customer', ['INV-1']),
    found('project', 'Muller shop'),
    found('customer', 'Müllerei B'),
    found('customer', 'MÜLLERei A'),
    found('quote', 'Muller'),
    found('customer', 'Other', ['Other', 'x@muller.example']),
  ]
  assert.deepEqual(
    ranked(some, 'müller').map(({ title }) => title),
    ['Muller', 'Müllerei B', 'MÜLLERei A', 'Muller shop', 'Other', 'About müller', 'of a customer'],
  )
})
