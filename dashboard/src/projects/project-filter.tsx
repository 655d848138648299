import { usePageSearch } from '../app/search.ts'
import { useApi } from '../app/session.ts'
import { FILTER } from '../ui/filters.tsx'

/** Projects in the list of choices: for others there is the project's own page, or the search. */
const MOST_CHOICES = 100

/** Narrows a list to one project (`project` in the address). */
export function ProjectFilter() {
  const [search, change] = usePageSearch()
  const projects = useApi('/v1/projects', { query: { is_archived: false, limit: MOST_CHOICES } })
  const known = projects.data?.projects ?? []
  const is_other = search.project !== undefined && !known.some((one) => one.id === search.project)
  const other = useApi(
    '/v1/projects/{id}',
    { path: { id: search.project ?? '' } },
    { is_enabled: is_other && projects.isSuccess },
  )
  return (
    <select
      aria-label="Project"
      value={search.project ?? ''}
      onChange={(event) => change({ project: event.target.value || undefined })}
      // Of fixed width: loaded names must not move the filters next to it.
      className={`${FILTER} sm:w-52`}
    >
      <option value="">Project: all</option>
      {is_other && <option value={search.project}>{other.data?.title ?? '…'}</option>}
      {known.map((one) => (
        <option key={one.id} value={one.id}>
          {one.title}
        </option>
      ))}
    </select>
  )
}
