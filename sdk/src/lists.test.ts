import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listAll } from './lists.ts'

/** An offset list, newest first, that changes between two pages as `meanwhile` says. Its cursors may be removed objects. */
function offsetList(count: number, meanwhile: (objects: { id: string }[], page: number) => void = () => {}) {
  const objects = Array.from({ length: count }, (_, index) => ({ id: `${count - index}` }))
  let pages = 0
  const getPage = async ({ limit, offset, starting_after }: Record<string, unknown>) => {
    if (pages++ > 0) meanwhile(objects, pages)
    assert.ok(pages < 200, 'it never ends')
    assert.equal(offset, undefined)
    const size = limit as number
    const total = objects.length
    if (starting_after === undefined) return { things: objects.slice(0, size), pagination: { total, limit: size, offset: 0 } }
    const older = objects.filter(({ id }) => Number(id) < Number(starting_after))
    const things = older.slice(0, size)
    const has_more = older.length > size
    return { things, pagination: { total, limit: size, has_more, next_cursor: has_more ? things.at(-1)!.id : null } }
  }
  return { getPage, pages: () => pages }
}

const idsOf = async (getPage: (query: Record<string, unknown>) => Promise<unknown>) =>
  (await Array.fromAsync(listAll<{ id: string }>(getPage))).map(({ id }) => id)
const down = (from: number, to = 1) => Array.from({ length: from - to + 1 }, (_, index) => `${from - index}`)

describe('an offset list', () => {
  for (const count of [0, 1, 99, 100, 101, 199, 200, 500]) {
    test(`of ${count} objects gives each once, in order`, async () => {
      assert.deepEqual(await idsOf(offsetList(count).getPage), down(count))
    })
  }

  test('gives nothing twice when objects are added between two pages', async () => {
    let next = 301
    const { getPage } = offsetList(300, (objects) => objects.unshift({ id: `${next++}` }, { id: `${next++}` }))
    assert.deepEqual(await idsOf(getPage), down(300))
  })

  test('misses none of those that stay when objects are removed between two pages, the last one that was given too', async () => {
    for (const [from, removed] of [
      [0, 1],
      [0, 150],
      [190, 10],
      [195, 150],
    ] as const) {
      const { getPage } = offsetList(500, (objects, page) => page === 3 && objects.splice(from, removed))
      const gone = down(500).slice(from, from + removed)
      const given = down(500).filter((id) => Number(id) > 300 || !gone.includes(id))
      assert.deepEqual(await idsOf(getPage), given)
    }
  })

  test('gives nothing twice when an object moves on', async () => {
    const moved = { id: '450' }
    const getPage = async ({ limit, starting_after }: Record<string, unknown>) => ({
      things: starting_after === undefined ? [{ id: '451' }, moved] : [{ id: '449' }, moved],
      pagination: { total: 4, limit, ...(starting_after === undefined ? { offset: 0 } : { has_more: false, next_cursor: null }) },
    })
    assert.deepEqual(await idsOf(getPage), ['451', '450', '449'])
  })

  test('ends when all objects are removed', async () => {
    const { getPage } = offsetList(500, (objects) => objects.splice(0, 500))
    assert.deepEqual(await idsOf(getPage), down(500, 401))
  })

  test('asks for no page that nobody wants', async () => {
    const { getPage, pages } = offsetList(500)
    for await (const { id } of listAll<{ id: string }>(getPage)) if (id === '450') break
    assert.equal(pages(), 1)
  })
})

describe('a cursor list', () => {
  test('goes on behind the cursor of each page, to the end', async () => {
    const ids = down(250)
    const asked: unknown[] = []
    const getPage = async ({ limit, starting_after }: Record<string, unknown>) => {
      asked.push(starting_after)
      const from = starting_after === undefined ? 0 : ids.indexOf(starting_after as string) + 1
      const page = ids.slice(from, from + (limit as number))
      const has_more = from + page.length < ids.length
      return {
        events: page.map((id) => ({ id })),
        pagination: { limit, has_more, next_cursor: has_more ? page.at(-1)! : null },
      }
    }
    assert.deepEqual(await idsOf(getPage), ids)
    assert.deepEqual(asked, [undefined, '151', '51'])
  })
})
