import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { PagePath } from '../../../server/src/http/page-paths.ts'

/**
 * The props of an `<a>` that leads to a page, whose code is loaded when it is hovered or focused.
 *
 * The router's own link renders again with every change of the address, to know whether it is current. Fifty rows and the navigation
 * would make each change of an order or a filter slow.
 */
export function usePlainLink(to: PagePath, id?: string) {
  const router = useRouter()
  const target = { to, params: id === undefined ? {} : { id } } as { to: '/' }
  const preload = () => void router.preloadRoute(target)
  return {
    href: `${router.basepath}${(id === undefined ? to : to.replace('$id', id)).replace(/^\/$/, '')}`,
    onClick: (event: MouseEvent) => {
      // Another tab, another window, a download: the browser handles these itself.
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      void router.navigate(target)
    },
    onPointerEnter: preload,
    onFocus: preload,
  }
}
