import { usePageSearch } from '../app/search.ts'
import { FILTER } from './filters.tsx'

/** The order of a list where its columns, and with them their heads, have no room. */
export function SortFilter({ columns, standard }: { columns: readonly { title: string; sort?: string }[]; standard: string }) {
  const [search, change] = usePageSearch()
  return (
    <select
      aria-label="Order"
      value={search.sort ?? standard}
      onChange={(event) => change({ sort: event.target.value === standard ? undefined : event.target.value })}
      className={`${FILTER} lg:hidden`}
    >
      {columns.flatMap(({ title, sort }) =>
        sort === undefined
          ? []
          : [
              <option key={sort} value={sort}>
                Sort ↑ {title}
              </option>,
              <option key={`-${sort}`} value={`-${sort}`}>
                Sort ↓ {title}
              </option>,
            ],
      )}
    </select>
  )
}
