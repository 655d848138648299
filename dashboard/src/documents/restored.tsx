import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

/** Says that a form started with earlier input, and discards it on request. */
export function Restored({ onReset }: { onReset: () => void }) {
  return (
    <Notice
      look="bg-accent-wash"
      actions={
        <Button look="quiet" onClick={onReset}>
          Throw it away
        </Button>
      }
    >
      This is what you had typed before.
    </Notice>
  )
}

/** Says that a document was saved by somebody else while its form was being edited, and lets the person choose. */
export function Behind({ title, onLoad, onKeep }: { title: string; onLoad: () => void; onKeep: () => void }) {
  return (
    <Notice
      look="bg-warn-wash text-warn"
      actions={
        <>
          <Button onClick={onLoad}>Load the newer version</Button>
          <Button onClick={onKeep}>Keep what I typed</Button>
        </>
      }
    >
      {title} was changed meanwhile, by somebody else or in another tab. What you typed is still here, and not saved.
    </Notice>
  )
}

/** Says that figures can't change any more, and which input is lost. */
export function Locked({ status, lost }: { status: string; lost: readonly string[] }) {
  return (
    <Notice look="bg-warn-wash text-warn">
      This invoice is {status}: its figures stand, and are shown as they are. Only notes, terms, references and days of service
      can change.
      {lost.length > 0 && ` What you had typed before is not in it: ${lost.join(', ')}.`}
    </Notice>
  )
}

function Notice({ look, actions, children }: { look: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <div role="status" className={`mb-4 flex flex-wrap items-center justify-between gap-2 rounded-[7px] px-3 py-1.5 ${look}`}>
      <p>{children}</p>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}
