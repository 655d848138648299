import { useRef, useState } from 'react'
import { Field } from '../ui/field.tsx'

const IS_COLOR = /^#[0-9a-f]{6}$/i
/** Shown where none is chosen: the ink of the templates. */
const NO_COLOR = '#1f2937'

/** A colour as `#rrggbb`, typed or chosen; empty for that of the template. */
export function AccentField({
  name,
  defaultValue,
  error,
  className,
}: {
  name: string
  defaultValue: string
  error: string | undefined
  className?: string
}) {
  const [text, setText] = useState(defaultValue)
  const input = useRef<HTMLInputElement>(null)
  return (
    <Field label="Accent colour" hint="Left empty: that of the template." error={error} className={className}>
      {(wiring) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label="Choose the accent colour"
            value={IS_COLOR.test(text) ? text.toLowerCase() : NO_COLOR}
            onChange={(event) => setText(event.target.value)}
            className="h-9 w-11 shrink-0 cursor-pointer rounded-[7px] border border-line-strong bg-surface p-1"
          />
          <input
            {...wiring}
            ref={input}
            name={name}
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder="#2563eb"
            spellCheck={false}
            className="control"
          />
        </div>
      )}
    </Field>
  )
}
