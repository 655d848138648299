import { Check, Copy } from 'lucide-react'
import { useContext, useState } from 'react'
import { AroundContent } from './around.ts'
import { Button } from './button.tsx'

/** A text to take along, with a button that copies it and says so. */
export function CopyField({ value, label }: { value: string; label: string }) {
  return (
    <div className="flex items-stretch gap-2">
      <output
        aria-label={label}
        className="block min-w-0 flex-1 rounded-[7px] border border-line bg-sunken px-3 py-2 font-mono text-[13px] break-all select-all"
      >
        {value}
      </output>
      <CopyButton value={value} label={`Copy ${label}`} />
    </div>
  )
}

/** A button that copies `value`. */
function CopyButton({ value, label }: { value: string; label: string }) {
  const [is_copied, setCopied] = useState(false)
  const around = useContext(AroundContent)
  const copy = async () => {
    await copyText(value)
    around?.copied()
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <Button size="icon" aria-label={is_copied ? 'Copied' : label} title={label} onClick={() => void copy()}>
      {is_copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
    </Button>
  )
}

/** Copies a text. On a page without TLS, as at a plain address of the office, the browser has no clipboard for scripts but the old one. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', write, { once: true, capture: true })
  document.execCommand('copy')
  document.removeEventListener('copy', write, { capture: true })
}

/** What programs do instead, for people who open it. */
export function ForDevelopers({ children, label }: { children: string; label: string }) {
  return (
    <details className="text-left">
      <summary className="mx-auto w-fit text-[13px]">For developers</summary>
      <div className="mt-2">
        <Code label={label}>{children}</Code>
      </div>
    </details>
  )
}

/** A line for the terminal, or JSON, that scrolls and can be reached by keyboard. */
export function Code({ children, label }: { children: string; label: string }) {
  return (
    <div className="flex items-start gap-2">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="max-h-[60vh] min-w-0 flex-1 overflow-auto rounded-[7px] border border-line bg-sunken p-3 text-left font-mono text-[12.5px] leading-relaxed whitespace-pre"
      >
        {children}
      </section>
      <CopyButton value={children} label={`Copy ${label}`} />
    </div>
  )
}
