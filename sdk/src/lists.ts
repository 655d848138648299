// Walking through lists, page after page.

const PAGE_SIZE = 100

/** `has_more` and `next_cursor` are absent on a page of an offset list that no cursor was given for. */
interface Pagination {
  total?: number
  has_more?: boolean
  next_cursor?: string | null
}

type GetPage = (query: Record<string, unknown>) => Promise<unknown>
type Page = Record<string, unknown> & { pagination: Pagination }

/**
 * All objects of a list, each once, in the order of the API. `getPage` requests one page by its query parameters.
 *
 * If the list changes meanwhile, objects that are there all the time are still returned: each page continues after the last object of the
 * one before, also when that object is removed. Only an object that moves in the order, because its sort key changes, can be left out.
 */
export async function* listAll<T extends { id: string }>(getPage: GetPage): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>()
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = (await getPage({ limit: PAGE_SIZE, ...(cursor === undefined ? {} : { starting_after: cursor }) })) as Page
    const items = Object.values(page).find(Array.isArray) as T[]
    const { total, has_more, next_cursor = null } = page.pagination
    for (const item of items) {
      if (seen.has(item.id)) continue
      // Objects only move in lists that have a total.
      if (total !== undefined) seen.add(item.id)
      yield item
    }
    if (has_more !== undefined) cursor = has_more ? next_cursor : null
    else cursor = (total ?? 0) > items.length ? (items.at(-1)?.id ?? null) : null
  }
}
