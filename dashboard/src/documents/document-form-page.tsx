// The form pages of invoices and quotes: initial values, the header, and how the form is saved.

import { useEffect } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { type Sender, versionOf } from '../app/api.ts'
import { ChangedMeanwhile, saveOver } from '../app/save-over.tsx'
import { useApi, useChange, useCompanyDashboard, useDesk, useToday } from '../app/session.ts'
import { PageHeader } from '../ui/list.tsx'
import { Bones, Trouble } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { termDays, withDefaults } from './defaults.ts'
import { DocumentForm } from './document-form.tsx'
import {
  changedFields,
  changesOf,
  copyOf,
  type Draft,
  draftOf,
  emptyDraft,
  isSameDraft,
  type Kind,
  newBodyOf,
  onlyWords,
  previewOf,
  wordsIn,
} from './draft.ts'
import { LivePaper } from './live-paper.tsx'
import { Behind, Locked, Restored } from './restored.tsx'
import { useDraft } from './use-draft.ts'

type Document = components['schemas']['Invoice'] | components['schemas']['Quote']
type Body = ReturnType<typeof newBodyOf>
type CompanySettings = components['schemas']['CompanyDetails']

interface DocumentFormPageProps<D extends Document> {
  kind: Kind
  /** The document that is edited; without it a new one is made. */
  document?: D | undefined
  /** A document that a new one starts as a copy of. */
  copied?: D | undefined
  /** The customer that a new one is for. */
  customer_id?: string | undefined
  numberOf: (document: D) => string
  /** Status of a document whose figures are locked. */
  locked?: string | undefined
  create: (send: Sender, body: Body) => Promise<D>
  read: (id: string) => Promise<D>
  patch: (send: Sender, id: string, body: Partial<Body>, if_match: string | undefined) => Promise<D>
  onSaved: (saved: D) => void
  onCancel: () => void
}

/** The form of a document, new or stored. Saving never overwrites what somebody else has saved meanwhile. */
export function DocumentFormPage<D extends Document>(props: DocumentFormPageProps<D>) {
  const { company } = useDesk()
  const settings = useCompanyDashboard('/dashboard/api/companies/{id}', { path: { id: company.id } })
  if (settings.error) return <Trouble error={settings.error} onRetry={() => void settings.refetch()} />
  return settings.data ? <Loaded {...props} settings={settings.data} /> : <Bones lines={10} />
}

function Loaded<D extends Document>({ settings, ...props }: DocumentFormPageProps<D> & { settings: CompanySettings }) {
  const { kind, document, copied, customer_id, numberOf, locked } = props
  const today = useToday()
  const number = document && numberOf(document)
  const begin = (): Draft => {
    if (document) return draftOf(document)
    return copied ? copyOf(copied, today) : emptyDraft(today, settings.currency, customer_id)
  }
  const form = useDraft({
    kind,
    id: document?.id,
    purpose: copied?.id ?? customer_id,
    start: begin(),
    version: document && versionOf(document),
  })
  // Locked figures are shown as stored, whatever the browser has kept.
  const stored = document && locked ? draftOf(document) : undefined
  const customer_id_now = form.draft.customer_id
  const customer = useApi('/v1/customers/{id}', { path: { id: customer_id_now } }, { is_enabled: customer_id_now !== '' })
  const draft = stored ? onlyWords(stored, form.draft) : withDefaults(form.draft, kind, settings, customer.data)
  const lost = stored ? changedFields(form.base, onlyWords(form.draft, form.base)) : []
  const save = useChange(
    (send): Promise<D> => {
      if (!document) return props.create(send, newBodyOf(draft, kind, customer.data !== undefined))
      const body = locked ? wordsIn(draft) : changesOf(draft, form.base, kind)
      return saveOver({
        version: form.version,
        patch: (if_match) => props.patch(send, document.id, body, if_match),
        read: () => props.read(document.id),
        isSame: (newer) => newer.status === document.status && isSameDraft(draftOf(newer), form.base),
      })
    },
    (saved) => {
      form.forget()
      toast(number ? `${number} is saved` : `${numberOf(saved)} is a draft`, 'done', { about: saved.id })
      props.onSaved(saved)
    },
  )
  const conflict = save.error instanceof ChangedMeanwhile ? (save.error.newer as D) : undefined
  const goOn = (act: (stored?: Draft, version?: string) => void) => {
    if (conflict) act(draftOf(conflict), versionOf(conflict))
    else act()
    save.reset()
  }
  useEffect(() => {
    // A conflict is said at the top of the page, which may be far from the button.
    if (conflict) scrollTo({ top: 0 })
  }, [conflict])
  return (
    <>
      <PageHeader title={number ? `Edit ${number}` : `New ${kind}`} />
      {form.is_restored && !stored && <Restored onReset={() => form.reset()} />}
      {(form.is_behind || conflict) && !stored && (
        <Behind title={number ?? 'It'} onLoad={() => goOn(form.reset)} onKeep={() => goOn(form.goOn)} />
      )}
      {locked && <Locked status={locked} lost={lost} />}
      {stored && conflict && <Behind title={number ?? 'It'} onLoad={() => goOn(form.reset)} onKeep={() => goOn(form.goOn)} />}
      <DocumentForm
        kind={kind}
        draft={draft}
        term_days={termDays(kind, settings, customer.data)}
        onChange={form.change}
        onSubmit={() => save.mutate(undefined)}
        onCancel={() => {
          form.forget()
          props.onCancel()
        }}
        error={conflict ? undefined : save.error}
        is_busy={save.isPending}
        submit_text={document ? 'Save' : 'Save draft'}
        is_only_words={locked !== undefined}
        preview={
          !locked && (
            <LivePaper
              path={`/${kind}s/preview`}
              body={previewOf(draft, kind)}
              label={`The ${kind} as it will be printed`}
              missing={`The ${kind} is shown here once it has a customer.`}
            />
          )
        }
        focus={document ? undefined : draft.customer_id ? 'line' : 'customer'}
      />
    </>
  )
}
