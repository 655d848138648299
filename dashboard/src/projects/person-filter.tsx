import { usePageSearch } from '../app/search.ts'
import { useApi, useDesk } from '../app/session.ts'
import { FILTER } from '../ui/filters.tsx'

/** Filters a list by one person (`user` in the address): oneself, or a colleague. */
export function PersonFilter({ label }: { label: string }) {
  const { session } = useDesk()
  const [search, change] = usePageSearch()
  const users = useApi('/v1/users', { query: { limit: 100 } })
  return (
    <select
      aria-label={label}
      value={search.user ?? ''}
      onChange={(event) => change({ user: event.target.value || undefined })}
      // Of fixed width: loaded names must not move the filters next to it.
      className={`${FILTER} sm:w-44`}
    >
      <option value="">{label}: all</option>
      <option value="me">{label}: me</option>
      {users.data?.users
        .filter((one) => one.id !== session.user.id)
        .map((one) => (
          <option key={one.id} value={one.id}>
            {one.name || one.email}
          </option>
        ))}
    </select>
  )
}
