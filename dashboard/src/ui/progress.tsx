import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'

/** A bar at the top of the window while a page or its data loads, or something is saved. */
export function Progress() {
  const is_going = useRouterState({ select: (state) => state.status === 'pending' })
  const is_saving = useIsMutating() > 0
  // Refreshing what is shown already does not count.
  const is_loading = useIsFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0
  return is_going || is_saving || is_loading ? <div className="progress" data-progress aria-hidden="true" /> : null
}
