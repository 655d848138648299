import type { ButtonHTMLAttributes, ReactNode } from 'react'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

const LOOKS: Record<Look, string> = {
  primary: 'bg-accent text-on-accent border-transparent hover:bg-accent-strong',
  plain: 'bg-surface text-ink border-line-strong/60 hover:bg-sunken',
  quiet: 'bg-transparent text-soft border-transparent hover:bg-sunken hover:text-ink',
  danger: 'bg-danger-solid text-white border-transparent hover:opacity-90',
}

/** The classes of a button, for links that look like one. */
export function buttonClass(look: Look = 'plain', size: 'normal' | 'icon' = 'normal'): string {
  const shape = size === 'icon' ? 'size-9' : 'h-9 px-3.5'
  return `inline-flex shrink-0 items-center justify-center gap-2 rounded-[7px] border text-sm font-medium whitespace-nowrap transition-colors disabled:opacity-55 disabled:pointer-events-none ${shape} ${LOOKS[look]}`
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look
  size?: 'normal' | 'icon'
  /** Shows that the click is being worked on, and takes no other. */
  is_busy?: boolean
  children: ReactNode
}

/** A button; `type="button"` unless said otherwise. */
export function Button({ look = 'plain', size = 'normal', is_busy = false, className = '', children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || is_busy}
      aria-busy={is_busy || undefined}
      className={`${buttonClass(look, size)} ${className}`}
    >
      {children}
    </button>
  )
}
