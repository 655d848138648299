import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { Bones, Trouble } from './states.tsx'

/**
 * A dialog that makes something, or shows what `asked` brings: `children` gets that, or nothing when there is nothing to ask for, and gives the
 * dialog. While the answer is on its way there are its bones, under `title`.
 */
export function LoadedDialog<One>({
  title,
  asked,
  onClose,
  children,
}: {
  title: string
  asked: UseQueryResult<One> | undefined
  onClose: () => void
  children: (one: One | undefined) => ReactNode
}) {
  if (!asked) return children(undefined)
  if (asked.data !== undefined) return children(asked.data)
  return (
    <Dialog title={title} onClose={onClose}>
      {asked.error ? <Trouble error={asked.error} /> : <Bones lines={8} />}
    </Dialog>
  )
}
