import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DialogAround } from './dialog.tsx'
import { Bones, Trouble } from './states.tsx'

/**
 * A dialog that creates something, or shows what `asked` loads: `children` gets that, or nothing if there is nothing to load, and returns the
 * dialog. While the answer loads, placeholders are shown under `title`.
 */
export function LoadedDialog<One>({
  title,
  kind,
  asked,
  onClose,
  children,
}: {
  title: string
  kind: 'center' | 'wide' | 'large'
  asked: Pick<UseQueryResult<One>, 'data' | 'error'> | undefined
  onClose: () => void
  children: (one: One | undefined) => ReactNode
}) {
  if (!asked) return children(undefined)
  return (
    <DialogAround title={title} kind={kind} onClose={onClose}>
      {asked.data !== undefined ? children(asked.data) : asked.error ? <Trouble error={asked.error} /> : <Bones lines={8} />}
    </DialogAround>
  )
}
