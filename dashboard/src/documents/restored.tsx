import { Button } from '../ui/button.tsx'

/** Says that a form began with what was typed before, and throws it away when asked. */
export function Restored({ onReset }: { onReset: () => void }) {
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center justify-between gap-2 rounded-[7px] bg-accent-wash px-3 py-1.5"
    >
      <p>This is what you had typed before.</p>
      <Button look="quiet" onClick={onReset}>
        Throw it away
      </Button>
    </div>
  )
}
