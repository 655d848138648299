import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { ROW_LINK } from './list.tsx'

interface RowLinkProps {
  to: '/customers/$id' | '/invoices/$id' | '/quotes/$id' | '/projects/$id'
  id: string
  children: ReactNode
}

/**
 * The link of a row to the page of its object.
 *
 * The router's own link is drawn anew with every change of the address, to know whether it is the current one. Fifty of them would make each
 * change of an order or a filter slow, and none of them ever is.
 */
export function RowLink({ to, id, children }: RowLinkProps) {
  const router = useRouter()
  const open = (event: MouseEvent) => {
    // Another tab, another window, a download: what the browser does with a link stays its own.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ to, params: { id } })
  }
  return (
    <a
      href={`${router.basepath}${to.replace('$id', id)}`}
      data-row
      className={ROW_LINK}
      onClick={open}
      onPointerEnter={() => void router.preloadRoute({ to, params: { id } })}
    >
      {children}
    </a>
  )
}
