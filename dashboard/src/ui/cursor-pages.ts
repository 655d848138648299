import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

interface CursorPage {
  pagination: { next_cursor: string | null } | { next_before: number | null }
}

/**
 * A list that goes on by cursor: its rows so far, which pages have as `name`, and the query that `ShowOlder` loads the next page of. `load` is
 * called with the cursor that the page before names. `refetch_ms` is for lists that get rows by themselves.
 */
export function useCursorPages<
  K extends string,
  P extends CursorPage & Record<K, readonly unknown[]>,
  C extends string | number = string,
>(key: readonly unknown[], name: K, load: (cursor: C | undefined, signal: AbortSignal) => Promise<P>, refetch_ms?: number) {
  const pages = useInfiniteQuery<P, Error, InfiniteData<P, C | undefined>, readonly unknown[], C | undefined>({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => load(pageParam as C | undefined, signal),
    initialPageParam: undefined,
    getNextPageParam({ pagination }) {
      const next = 'next_before' in pagination ? pagination.next_before : pagination.next_cursor
      return (next ?? undefined) as C | undefined
    },
    refetchInterval: refetch_ms ?? false,
  })
  const rows = useMemo(() => pages.data?.pages.flatMap((page): readonly P[K][number][] => page[name]), [pages.data, name])
  return { pages, rows }
}
