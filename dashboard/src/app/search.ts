// The state of a page in its address: filters, search, position in the list, open dialog. Every such view can be linked to.

import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useMay } from './session.ts'

/** All possible parameters of an address; each page reads its own. */
export interface PageSearch {
  q?: string
  status?: string
  customer?: string
  priority?: string
  /** The field that a list is sorted by, with a minus before it from the end. */
  sort?: string
  offset?: string
  /** The open dialog: `new`, `edit`, … */
  dialog?: string
  /** The object whose details are open next to the list. */
  open?: string
  /** The project of the open object, where the page shows several projects. */
  of?: string
  view?: string
  type?: string
  method?: string
  key?: string
  company?: string
  path?: string
  from?: string
  to?: string
  user?: string
  /** `none` for requests without a valid key. */
  caller?: string
  project?: string
  task?: string
  billing?: string
  currency?: string
  quote?: string
  /** The field of a form that is focused at first, by its name in the API. */
  field?: string
  /** The invoice that a new one starts as a copy of. */
  copy?: string
}

/** Dialogs that change nothing. */
const ONLY_SHOWN: readonly string[] = ['statement']

/**
 * The address's search, and how fields of it are changed. A change of a filter starts again at the first page.
 *
 * The function is the same one at every call and reads the address when it is called: rows that hold it need not be drawn again.
 */
export function usePageSearch(): [PageSearch, (changes: PageSearch) => void] {
  const { dialog, ...search } = useSearch({ strict: false }) as PageSearch
  const needs_admin = useRouterState({ select: ({ location }) => /^\/(developers|settings)\//.test(location.pathname) })
  // What a person may not do can't be opened by its address either.
  const may_change = useMay(needs_admin ? 'admin' : 'write')
  const may_open = may_change || ONLY_SHOWN.includes(dialog ?? '')
  return [dialog !== undefined && may_open ? { ...search, dialog } : search, useChangeSearch()]
}

/** Changes fields of the address's search, for components that do not show them. */
export function useChangeSearch(): (changes: PageSearch) => void {
  const navigate = useNavigate()
  return useCallback(
    (changes) => {
      const is_filter = !('offset' in changes) && !('dialog' in changes) && !('open' in changes)
      void navigate({
        to: '.',
        search: (before: PageSearch) => {
          const next = { ...before, ...(is_filter ? { offset: undefined } : {}), ...changes }
          return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== ''))
        },
        replace: !('dialog' in changes || 'open' in changes || 'offset' in changes),
      })
    },
    [navigate],
  )
}
