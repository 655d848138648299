// The form of an invoice or a quote: lines, discount, tax, and the totals as the server will compute them.

import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { fieldErrors } from '../app/api.ts'
import { usePageSearch } from '../app/search.ts'
import { Button } from '../ui/button.tsx'
import { CurrencyField } from '../ui/currency-field.tsx'
import { Doubt, FormError, focusFirstFault, SelectField, TextArea, TextField } from '../ui/field.tsx'
import { useFocusedField } from '../ui/focused-field.ts'
import { usePageSave } from '../ui/hotkeys.ts'
import { LanguageField } from '../ui/language-field.tsx'
import { MoreDetails } from '../ui/more-details.tsx'
import { CustomerPicker } from './customer-picker.tsx'
import { type Draft, type Kind, LAST_DATE, type Words } from './draft.ts'
import { DraftLines } from './draft-lines.tsx'
import { DraftTotals } from './draft-totals.tsx'
import { liveTotals } from './live-totals.ts'
import { TaxFields } from './tax-fields.tsx'

interface DocumentFormProps {
  kind: Kind
  draft: Draft
  /** Days from the issue date to the last one, where that is left empty. */
  term_days: number
  onChange: (changes: Partial<Draft>) => void
  onSubmit: () => void
  onCancel: () => void
  error: unknown
  is_busy: boolean
  /** Beside the form where there is room, below it elsewhere. */
  preview?: ReactNode
  submit_text: string
  /** Of a document that was sent only the words may change. */
  is_only_words?: boolean
  /** In place of the dates, for what is not dated: the fields, and their names in the API. */
  schedule?: { fields: (errors: Readonly<Record<string, string>>) => ReactNode; names: readonly string[] } | undefined
  /** The initial values of a new one. */
  focus?: 'customer' | 'line' | undefined
}

/** The whole form. Faults are shown at their fields: those found while typing, and those that the server found. */
export function DocumentForm(props: DocumentFormProps) {
  const {
    kind,
    draft,
    term_days,
    onChange,
    onSubmit,
    onCancel,
    error,
    is_busy,
    submit_text,
    preview,
    is_only_words = false,
    schedule,
    focus,
  } = props
  const missing = (of: Draft) => faultsOf(of, schedule === undefined)
  const more = schedule ? MORE_OF_TEMPLATES : MORE
  const live = useMemo(() => liveTotals(draft), [draft])
  const [was_submitted, setSubmitted] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isShown = (param: string) => schedule?.names.includes(param) || isField(param)
  const errors = { ...fieldErrors(error, isShown), ...live.errors, ...(was_submitted ? missing(draft) : {}) }
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    setSubmitted(true)
    if (is_only_words || (Object.keys(live.errors).length === 0 && Object.keys(missing(draft)).length === 0)) onSubmit()
    else requestAnimationFrame(() => focusFirstFault(form.current))
  }
  usePageSave(submit)
  useFocusedField(form)
  const [{ field }] = usePageSearch()
  useEffect(() => {
    if (error) focusFirstFault(form.current)
  }, [error])
  const text = (name: 'issue_date' | 'last_date' | 'discount_value' | 'language' | keyof Words) => ({
    name: name === 'last_date' ? LAST_DATE[kind] : name,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
    error: errors[name === 'last_date' ? LAST_DATE[kind] : name],
  })
  return (
    <form
      ref={form}
      onSubmit={submit}
      onKeyDown={(event) => {
        // Enter in a field would save an unfinished invoice; Ctrl Enter is intentional.
        // A dialog opened above it, like that of a new customer, is inside this form for React but not for the browser.
        if (!(event.target instanceof HTMLInputElement) || !event.currentTarget.contains(event.target)) return
        if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
      }}
      noValidate
      className="grid items-start gap-6 grid-cols-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_320px] 2xl:grid-cols-[minmax(0,1fr)_440px]"
    >
      <div className="space-y-6">
        <FormError>{errors['form']}</FormError>
        <fieldset disabled={is_only_words} className="card grid gap-4 p-5 sm:grid-cols-6">
          <legend className="sr-only">For whom and when</legend>
          <div className="sm:col-span-4">
            <CustomerPicker
              value={draft.customer_id}
              error={errors['customer_id']}
              may_add
              is_focused={focus === 'customer'}
              onChange={(customer_id, currency) =>
                onChange({ customer_id, ...(draft.items.every((line) => line.unit_price === '') ? { currency } : {}) })
              }
            />
          </div>
          <CurrencyField
            className="sm:col-span-2"
            value={draft.currency}
            onChange={(event) => onChange({ currency: event.target.value })}
            error={errors['currency']}
          />
          {!schedule && (
            <>
              <TextField className="sm:col-span-3" label="Issue date" type="date" {...text('issue_date')} />
              <TextField
                className="sm:col-span-3"
                label={kind === 'invoice' ? 'Due date' : 'Valid until'}
                type="date"
                hint={hintOfLastDate(draft, kind, term_days)}
                {...text('last_date')}
              />
            </>
          )}
        </fieldset>
        {schedule?.fields(errors)}
        <fieldset disabled={is_only_words} className="card p-5">
          <legend className="sr-only">Line items</legend>
          <DraftLines
            draft={draft}
            live={live}
            errors={errors}
            onChange={onChange}
            is_focused={focus === 'line'}
            shows_own={/^items\[\d+\]\.(discount|tax)_/.test(field ?? '')}
          />
        </fieldset>
        <div className="card p-5">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextArea label="Notes" {...text('notes')} />
            <TextArea label="Payment terms" {...text('payment_terms')} />
          </div>
          <MoreDetails errors={errors} names={more} is_filled={more.some((name) => name !== 'language' && draft[name] !== '')}>
            <TextField className="col-span-2 sm:col-span-3" label="Purchase order" maxLength={255} {...text('purchase_order')} />
            <TextField
              className="col-span-2 sm:col-span-3"
              label="Buyer reference"
              maxLength={255}
              {...text('buyer_reference')}
            />
            {!schedule && (
              <>
                <TextField
                  className="col-span-2 sm:col-span-3"
                  label="Service from"
                  type="date"
                  hint="The day or days that it is for."
                  {...text('service_from')}
                />
                <TextField className="col-span-2 sm:col-span-3" label="Service to" type="date" {...text('service_to')} />
              </>
            )}
            <fieldset disabled={is_only_words} className="col-span-2 sm:col-span-3">
              <LanguageField {...text('language')} />
            </fieldset>
            {!schedule && (
              <TextField
                className="col-span-2 sm:col-span-3"
                label="Id elsewhere"
                hint="Its id in another system, unique."
                maxLength={255}
                {...text('external_id')}
              />
            )}
          </MoreDetails>
        </div>
      </div>
      <div className="space-y-4 xl:sticky xl:top-20">
        <div className="card space-y-4 p-5">
          <fieldset disabled={is_only_words} className="grid grid-cols-2 gap-3">
            <legend className="sr-only">Discount and tax</legend>
            <SelectField
              label="Discount"
              value={draft.discount_type}
              onChange={(event) => onChange({ discount_type: event.target.value as Draft['discount_type'] })}
              error={errors['discount_type']}
            >
              <option value="">None</option>
              <option value="percentage">Per cent</option>
              <option value="fixed">Amount</option>
            </SelectField>
            <TextField
              label={draft.discount_type === 'fixed' ? `In ${draft.currency}` : 'Per cent'}
              inputMode="decimal"
              disabled={!draft.discount_type}
              {...text('discount_value')}
            />
            <TaxFields draft={draft} live={live} errors={errors} onChange={onChange} />
          </fieldset>
          <DraftTotals totals={live.totals} groups={live.groups} currency={draft.currency} />
          <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-4">
            <Button onClick={onCancel}>Cancel</Button>
            <Button type="submit" look="primary" is_busy={is_busy}>
              {submit_text}
            </Button>
          </div>
          <p className="text-right text-xs text-soft">What you type is kept in this browser until you save.</p>
        </div>
        {preview}
      </div>
    </form>
  )
}

/** Fields that few documents need. */
const MORE = ['purchase_order', 'buyer_reference', 'service_from', 'service_to', 'language', 'external_id'] as const
const MORE_OF_TEMPLATES = ['purchase_order', 'buyer_reference', 'language'] as const

/** The hint under the last date. One before the issue date is allowed, for what was due already, but rarely intended. */
function hintOfLastDate({ issue_date, last_date, follows }: Draft, kind: Kind, term_days: number): ReactNode {
  const days = term_days === 1 ? '1 day' : `${term_days} days`
  if (!last_date) return `Left empty: ${days} after the issue date.`
  if (follows.includes('last_date')) return `${days} after the issue date.`
  if (!issue_date || last_date >= issue_date) return undefined
  return (
    <Doubt>
      {kind === 'invoice' ? 'It is due before the day of its issue.' : 'It is valid until before the day of its issue.'}
    </Doubt>
  )
}

/** Faults that the server would find for sure, said without asking it. */
function faultsOf(draft: Draft, is_dated: boolean): Record<string, string> {
  const errors: Record<string, string> = {}
  if (!draft.customer_id) errors['customer_id'] = 'Choose a customer'
  if (is_dated && !draft.issue_date) errors['issue_date'] = 'Choose a date'
  draft.items.forEach((line, index) => {
    if (!line.name.trim()) errors[`items[${index}].name`] = 'Name it'
    if (!line.unit_price.trim()) errors[`items[${index}].unit_price`] = 'Set a price'
  })
  return errors
}

function isField(param: string): boolean {
  return (
    [
      'customer_id',
      'currency',
      'issue_date',
      'due_date',
      'valid_until',
      'tax_rate',
      'tax_category',
      'discount_type',
      'discount_value',
      'notes',
      'payment_terms',
      'items',
      ...MORE,
    ].includes(param) ||
    /^items\[\d+\]\.(name|description|quantity|unit|unit_price|discount_percent|tax_rate|tax_category)$/.test(param) ||
    /^tax_exemption_reasons\.\w+$/.test(param)
  )
}
