import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listAll } from './lists.ts'

/** An offset list, newest first, that changes between two pages as `meanwhile` says. */
function offsetList(count: number, meanwhile: (objects: { id: string }[], page: number) => void = () => {}) {
  const objects = Array.from({ length: count }, (_, index) => ({ id: `${count - index}` }))
  let pages = 0
  const getPage = async ({ limit, offset = 0 }: Record<string, unknown>) => {
    if (pages++ > 0) meanwhile(objects, pages)
    assert.ok(pages < 200, 'it never ends')
    const [from, size] = [offset as number, limit as number]
    return { things: objects.slice(from, from + size), pagination: { total: objects.length, limit: size, offset: from } }
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

  test('misses none of those that stay when objects are removed between two pages', async () => {
    for (const removed of [1, 7, 150]) {
      const { getPage } = offsetList(500, (objects, page) => page === 3 && objects.splice(0, removed))
      const ids = await idsOf(getPage)
      const stayed = down(500 - removed)
      assert.deepEqual(
        ids.filter((id) => stayed.includes(id)).sort((a, b) => Number(b) - Number(a)),
        stayed,
      )
      assert.equal(new Set(ids).size, ids.length)
    }
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
