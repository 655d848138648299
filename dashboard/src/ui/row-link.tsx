import type { ReactNode } from 'react'
import type { PagePath } from '../../../server/src/http/page-paths.ts'
import { usePlainLink } from '../app/plain-link.ts'
import { ROW_LINK } from './list.tsx'

interface RowLinkProps {
  to: PagePath
  id: string
  children: ReactNode
}

/** The link of a row to the page of its object. */
export function RowLink({ to, id, children }: RowLinkProps) {
  return (
    <a {...usePlainLink(to, id)} data-row className={ROW_LINK}>
      {children}
    </a>
  )
}
