import { Dialog } from '../ui/dialog.tsx'
import { useLetters } from '../ui/hotkeys.ts'

const MOD = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl'

const SHORTCUTS: readonly (readonly [string, string])[] = [
  [`${MOD} K`, 'Find or do anything'],
  ['/', 'Search in the list'],
  ['c', 'Create what the page lists'],
  ['e', 'Edit what the page shows'],
  ['p', 'Record a payment of an invoice'],
  ['s', 'Send the invoice or quote'],
  ['a', 'Accept the first suggestion for a bank transaction'],
  ['i', 'Ignore a bank transaction'],
  ['j   k', 'Next row, row before'],
  ['b', 'Tasks as a board or a list'],
  ['Shift ←   →', 'Move a card of the board to the next column'],
  ['Shift ↑   ↓', 'Move a card up or down its column'],
  [`${MOD} Enter`, 'Save the form'],
  ['?', 'This list'],
]

/** All shortcuts, and the switch for single-letter ones. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const [are_letters_on, setLetters] = useLetters()
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2">
        {SHORTCUTS.map(([keys, text]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded-[5px] border border-line bg-sunken px-1.5 py-0.5 font-sans text-[13px] whitespace-pre">
                {keys}
              </kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-5 flex items-center gap-2.5 border-t border-line pt-4">
        <input
          type="checkbox"
          checked={are_letters_on}
          onChange={(event) => setLetters(event.target.checked)}
          className="size-4 accent-(--accent)"
        />
        Use single keys as shortcuts
      </label>
    </Dialog>
  )
}
