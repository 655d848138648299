// Form fields: a label that is bound to its control, a hint, and the fault that the server found in it.

import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, type TextareaHTMLAttributes, useId } from 'react'

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  className?: string | undefined
  /** The label is for screen readers only; the position of the field makes it clear to others. */
  is_label_hidden?: boolean | undefined
}

interface Wiring {
  id: string
  'aria-invalid': boolean | undefined
  'aria-describedby': string | undefined
}

/** Label, control, hint and fault as one block; `children` gets the props that connect the control to them. */
export function Field(props: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const { label, hint, error, className = '', is_label_hidden = false, children } = props
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className={is_label_hidden ? 'sr-only' : 'mb-1 block text-[13px] font-medium'}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-[13px] text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-[13px] text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

/** A hint that the input is allowed, but rarely intended. */
export function Doubt({ children }: { children: ReactNode }) {
  return <span className="text-warn">{children}</span>
}

/** A line of text, a number, a date: whatever `type` says. */
export function TextField({
  label,
  hint,
  error,
  className,
  is_label_hidden,
  ...input
}: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field label={label} hint={hint} error={error} className={className} is_label_hidden={is_label_hidden}>
      {(wiring) => <input {...wiring} {...input} className="control" />}
    </Field>
  )
}

/** Several lines of text. */
export function TextArea({ label, hint, error, className, ...input }: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(wiring) => <textarea rows={3} {...wiring} {...input} className="control py-2" />}
    </Field>
  )
}

/** One of a few. The browser's own list: it works by keyboard, by touch and under the page's policy. */
export function SelectField({
  label,
  hint,
  error,
  className,
  is_label_hidden,
  children,
  ...select
}: FieldProps & SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <Field label={label} hint={hint} error={error} className={className} is_label_hidden={is_label_hidden}>
      {(wiring) => (
        <select {...wiring} {...select} className="control pr-8">
          {children}
        </select>
      )}
    </Field>
  )
}

/** What went wrong with a form as a whole; faults of fields are shown at the fields. */
export function FormError({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <p role="alert" className="rounded-[7px] bg-danger-wash px-3 py-2 text-[13px] text-danger">
      {children}
    </p>
  )
}

/** Focuses the first field of a form that has a fault, and scrolls it into view, below what is fixed at the top of the page. */
export function focusFirstFault(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'nearest' })
}
