// The form of a company's settings, or of a part of them: what is saved, and what is shown of it.

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { companyPath } from '../app/addresses.ts'
import { dashboard, type FieldErrors, fieldErrors } from '../app/api.ts'
import { ChangedMeanwhile, Conflict } from '../app/save-over.tsx'
import { queries, useChange } from '../app/session.ts'
import { Restored } from '../documents/restored.tsx'
import { Button } from '../ui/button.tsx'
import { FormError, focusFirstFault } from '../ui/field.tsx'
import { useFocusedField } from '../ui/focused-field.ts'
import { toast } from '../ui/toast.tsx'
import { changesFrom, FIELDS, type Field, faultsOf, useCompanyDraft, type Values } from './company-draft.ts'
import type { CompanySettings } from './company-page.tsx'

/** The props of the control of a field. */
export type FieldOf = (name: Field) => { name: Field; defaultValue: string; error: string | undefined }

interface CompanyFormProps {
  company: CompanySettings
  className?: string
  /** Called after the fields were saved, but not where they lead to another address. */
  onSaved?: () => void
  /** Beside the button that saves. */
  actions?: ReactNode
  /** Called with what the form says at first, and after each change. */
  onValues?: (values: Values) => void
  children: (field: FieldOf) => ReactNode
}

/** The form around the fields of `children`. Only fields that were changed are saved; those of others are never overwritten unseen. */
export function CompanyForm({ company, className = '', onSaved, actions, onValues, children }: CompanyFormProps) {
  const draft = useCompanyDraft(company)
  const form = useRef<HTMLFormElement>(null)
  useFocusedField(form)
  const [faults, setFaults] = useState<Partial<Record<Field, string>>>({})
  const save = useChange(
    async (send, values: Values) => {
      // Only changed fields: two people who save at the same time don't undo each other's changes.
      const newer = await dashboard<CompanySettings>('GET', `/companies/${company.id}`, { query: { company_id: company.id } })
      if (draft.isBehind(values, newer)) throw new ChangedMeanwhile(newer)
      const body = changesFrom(values, draft.changesOf(values))
      return send.dashboard<CompanySettings>('PATCH', `/companies/${company.id}`, { body })
    },
    async (saved, values) => {
      draft.saved(saved, values, form.current ? draft.read(form.current) : values)
      // The address starts with the slug: another slug is another address.
      if (saved.slug !== company.slug) return location.assign(`${companyPath(saved)}/settings/company`)
      await queries.invalidateQueries({ queryKey: ['session'] })
      toast('Saved')
      onSaved?.()
    },
    { repeats: true },
  )
  useEffect(() => {
    // A conflict is said at the top of the form, which may be far from the button.
    if (save.error instanceof ChangedMeanwhile) scrollTo({ top: 0 })
    else if (save.error) focusFirstFault(form.current)
  }, [save.error])
  const latest = useRef(onValues)
  latest.current = onValues
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form starts with other values when its key changes
  useEffect(() => {
    if (form.current) latest.current?.(draft.read(form.current))
  }, [draft.form_key])
  const errors: FieldErrors = { ...fieldErrors(save.error, (param) => (FIELDS as readonly string[]).includes(param)), ...faults }
  const goOn = (newer: CompanySettings, keeps_typed: boolean) => {
    draft.goOn(newer, keeps_typed && form.current ? draft.read(form.current) : undefined)
    setFaults({})
    save.reset()
  }
  return (
    <form
      ref={form}
      key={draft.form_key}
      onSubmit={(event) => {
        event.preventDefault()
        const values = draft.read(event.currentTarget)
        const found = faultsOf(values)
        setFaults(found)
        if (Object.keys(found).length === 0) save.mutate(values)
        else requestAnimationFrame(() => focusFirstFault(form.current))
      }}
      onChange={(event) => {
        const values = draft.read(event.currentTarget)
        draft.type(values)
        onValues?.(values)
      }}
      noValidate
      className={className}
    >
      <div className="space-y-3 empty:hidden">
        {draft.is_restored && <Restored onReset={() => goOn(company, false)} />}
        <Conflict error={save.error} onGoOn={goOn} />
        {errors['form'] && <FormError>{errors['form']}</FormError>}
      </div>
      {children((name) => ({ name, defaultValue: draft.start[name], error: errors[name] }))}
      <div className="sticky bottom-0 z-10 -mx-1 flex items-center gap-3 border-t border-line bg-canvas px-1 py-3">
        <Button type="submit" look="primary" is_busy={save.isPending}>
          Save
        </Button>
        {actions}
      </div>
    </form>
  )
}
