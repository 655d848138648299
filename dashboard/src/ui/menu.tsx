// Menus of actions: Radix gives them their keys, focus and roles.

import { MoreHorizontal } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'

/** The classes of a menu, and of what can be chosen in it. */
export const MENU = 'z-50 min-w-52 rounded-lg border border-line bg-surface p-1 shadow-lg'
export const MENU_ITEM =
  'flex h-8 cursor-pointer items-center gap-2 rounded-[5px] px-2 outline-none data-highlighted:bg-sunken data-disabled:pointer-events-none data-disabled:opacity-55 data-[state=checked]:font-medium'

/** A button with three dots that opens the rest of what can be done. */
export function MoreMenu({
  label,
  is_disabled = false,
  children,
}: {
  label: string
  is_disabled?: boolean
  children: ReactNode
}) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        disabled={is_disabled}
        aria-label={label}
        title={label}
        className={`${buttonClass('plain', 'icon')} data-[state=open]:bg-sunken`}
      >
        <MoreHorizontal size={17} aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" sideOffset={4} className={MENU}>
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

/** An action of a menu. */
export function MenuAction({
  icon,
  is_danger = false,
  onSelect,
  children,
}: {
  icon: ReactNode
  is_danger?: boolean
  onSelect: () => void
  children: ReactNode
}) {
  return (
    <DropdownMenu.Item
      className={`${MENU_ITEM} ${is_danger ? 'text-danger' : ''}`}
      onSelect={onSelect}
      onClick={({ clientX, clientY }) => ignoreClicksAt(clientX, clientY)}
    >
      {icon}
      {children}
    </DropdownMenu.Item>
  )
}

/** Longer than the clicks of a double click are apart, and nearer than two things are that one would click. */
const SAME_CLICK_MS = 600
const SAME_PLACE_PX = 8

/** The menu is gone after a click, and something else is at its place: the second click of a double click is not meant for that. */
function ignoreClicksAt(x: number, y: number): void {
  const ignore = (event: MouseEvent) => {
    if (Math.hypot(event.clientX - x, event.clientY - y) > SAME_PLACE_PX) return
    event.preventDefault()
    event.stopPropagation()
  }
  // Not this click itself, which is still on its way.
  setTimeout(() => document.addEventListener('click', ignore, true))
  setTimeout(() => document.removeEventListener('click', ignore, true), SAME_CLICK_MS)
}

/** A line between groups of a menu. */
export function MenuLine() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />
}
