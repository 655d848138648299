import { type ReactNode, useEffect, useRef } from 'react'
import type { FieldErrors } from '../app/api.ts'

/** Fields of a form that few need, behind a line that opens them. Open at first if one has a value, and when one gets a fault. */
export function MoreDetails({
  names,
  errors,
  is_filled,
  title = 'More details',
  className = '',
  children,
}: {
  names: readonly string[]
  errors: FieldErrors
  is_filled: boolean
  title?: string
  className?: string
  children: ReactNode
}) {
  const details = useRef<HTMLDetailsElement>(null)
  const has_fault = Object.keys(errors).some((param) => names.some((name) => param === name || param.startsWith(`${name}[`)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only at first; later the person decides
  useEffect(() => {
    if (is_filled && details.current) details.current.open = true
  }, [])
  useEffect(() => {
    if (has_fault && details.current) details.current.open = true
  }, [has_fault])
  return (
    <details ref={details} className={`group mt-4 border-t border-line pt-3 ${className}`}>
      <summary className="w-fit rounded-[5px] text-[13px] font-medium text-soft hover:text-ink">{title}</summary>
      <div className="mt-3 grid grid-cols-2 gap-4 sm:grid-cols-6">{children}</div>
    </details>
  )
}
