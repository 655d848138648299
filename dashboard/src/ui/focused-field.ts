import { type RefObject, useEffect } from 'react'
import { usePageSearch } from '../app/search.ts'

/** Focuses the field that the address names (`field=buyer_reference`) once the form has it, and opens what it is behind. */
export function useFocusedField(form: RefObject<HTMLElement | null>): void {
  const [{ field }] = usePageSearch()
  useEffect(() => {
    if (!field) return
    // A dialog focuses its own first field when it opens: this comes after it.
    const timer = setTimeout(() => {
      const control = form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(field)}"]`)
      const details = control?.closest('details')
      if (details) details.open = true
      control?.focus({ preventScroll: true })
      control?.scrollIntoView({ block: 'center' })
    }, 100)
    return () => clearTimeout(timer)
  }, [field, form])
}
