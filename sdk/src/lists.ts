// Walking through lists, page after page.

const PAGE_SIZE = 100

interface OffsetPagination {
  total: number
  limit: number
  offset: number
}

interface CursorPagination {
  has_more: boolean
  next_cursor: string | null
}

type GetPage = (query: Record<string, unknown>) => Promise<unknown>
type Page = Record<string, unknown> & { pagination: OffsetPagination | CursorPagination }

/**
 * All objects of a list, each once, in the order of the API. `getPage` requests one page by its query parameters.
 *
 * If an offset list changes meanwhile, objects that are there all the time are still returned: pages overlap by one object, and if it
 * is not where it was, the walk steps back.
 */
export async function* listAll<T extends { id: string }>(getPage: GetPage): AsyncGenerator<T, void, undefined> {
  const first = (await getPage({ limit: PAGE_SIZE })) as Page
  yield* 'total' in first.pagination ? listByOffset<T>(getPage, first) : listByCursor<T>(getPage, first)
}

async function* listByCursor<T>(getPage: GetPage, first: Page): AsyncGenerator<T, void, undefined> {
  for (let page = first; ; ) {
    yield* itemsOf<T>(page)
    const { has_more, next_cursor } = page.pagination as CursorPagination
    if (!has_more) return
    page = (await getPage({ limit: PAGE_SIZE, starting_after: next_cursor })) as Page
  }
}

async function* listByOffset<T extends { id: string }>(getPage: GetPage, first: Page): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>()
  for (let page = first; ; ) {
    const items = itemsOf<T>(page)
    const { total, offset } = page.pagination as OffsetPagination
    const is_torn = offset > 0 && (items.length === 0 || !seen.has(items[0]!.id))
    if (!is_torn) {
      for (const item of items) {
        if (seen.has(item.id)) continue
        seen.add(item.id)
        yield item
      }
      if (offset + items.length >= total) return
    }
    const next = is_torn ? Math.max(0, offset - PAGE_SIZE + 1) : offset + items.length - 1
    page = (await getPage({ limit: PAGE_SIZE, offset: next })) as Page
  }
}

function itemsOf<T>(page: Page): T[] {
  return Object.values(page).find(Array.isArray) as T[]
}
