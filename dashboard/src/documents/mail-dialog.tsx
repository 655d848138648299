// Writing a mail: to whom, what it says, and how it will look.

import { useQuery } from '@tanstack/react-query'
import { Paperclip, Send } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { createSender, currentCompany, type FieldErrors, fieldErrors, type Sender } from '../app/api.ts'
import { inWords } from '../app/labels.ts'
import { useChange, useDesk } from '../app/session.ts'
import { FORMAT_NAMES, type MailedXml } from '../e-invoices/formats.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormError, focusFirstFault, TextArea, TextField } from '../ui/field.tsx'
import { words } from '../ui/format.ts'
import { LoadedDialog } from '../ui/loaded-dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { MailFrame } from './mail-frame.tsx'
import { NotConfigured } from './not-configured.tsx'

type Email = components['schemas']['Email']
type Preview = components['schemas']['EmailPreview']
type Body = components['schemas']['SendEmail']

/** A pause in typing. */
const AFTER_MS = 350

/** What a mail is about. */
export interface Sending {
  id: string
  /** What is sent, as the title and the notice call it. */
  name: string
  /** Of the preview, below the dashboard's own API. */
  preview_path: string
  query?: Readonly<Record<string, string>>
  send(sender: Sender, body: Body): Promise<Email>
  /** Absent: what is attached can't be chosen. `xml` is absent for what has no electronic form. */
  attachments?: { xml: ({ is_loading: boolean; is_wanted: boolean } & MailedXml) | undefined }
  /** What else happens when it is sent. */
  note?: ReactNode
}

/** The dialog: the mail with all its texts, or what is missing where no mail server is set up. */
export function MailDialog({ sending, onClose }: { sending: Sending; onClose: () => void }) {
  const { session } = useDesk()
  const has_mail = session.mail_from !== null
  const start = usePreview(sending, {}, has_mail)
  const title = `Send ${sending.name}`
  if (!has_mail) {
    return (
      <Dialog kind="wide" title={title} onClose={onClose}>
        <NotConfigured />
      </Dialog>
    )
  }
  return (
    <LoadedDialog
      kind="large"
      title={title}
      // What is attached at first must not change under a person's hands.
      asked={{ error: start.error, data: sending.attachments?.xml?.is_loading ? undefined : start.data }}
      onClose={onClose}
    >
      {(data) =>
        data && (
          <Dialog title={title} onClose={onClose}>
            <Writing sending={sending} start={data} onClose={onClose} />
          </Dialog>
        )
      }
    </LoadedDialog>
  )
}

/** The mail that a request would send. */
function usePreview({ preview_path, query }: Sending, body: Body, is_enabled = true) {
  const asked = JSON.stringify({ query, body })
  return useQuery({
    queryKey: [currentCompany(), 'email-preview', preview_path, asked],
    queryFn: () =>
      createSender().dashboard<Preview>('POST', preview_path, { query: { company_id: currentCompany(), ...query }, body }),
    enabled: is_enabled,
    gcTime: 0,
    placeholderData: (before) => before,
  })
}

function Writing({ sending, start, onClose }: { sending: Sending; start: Preview; onClose: () => void }) {
  const { attachments } = sending
  const xml = attachments?.xml
  const form = useRef<HTMLFormElement>(null)
  // What it starts with is what the form shows, whatever is loaded again meanwhile.
  const [mail, setMail] = useState(() => ({
    to: start.to.join(', '),
    cc: start.cc.join(', '),
    subject: start.subject,
    message: start.message,
    has_pdf: true,
    has_xml: xml?.is_wanted === true && xml.format !== undefined,
  }))
  const [faults, setFaults] = useState<FieldErrors>({})
  const body: Body = { ...bodyOf(mail), ...(attachments ? { attach: attachedOf(mail) } : {}) }
  const shown = usePreview(sending, useLater(body))
  const send = useChange(
    (sender, wanted: Body) => sending.send(sender, wanted),
    (email) => {
      toast(`${words(sending.name)} is on its way to ${email.to.join(', ')}`, 'done', { about: sending.id })
      onClose()
    },
  )
  useEffect(() => {
    if (send.error) focusFirstFault(form.current)
  }, [send.error])
  const errors = { ...fieldErrors(send.error, (param) => /^(to|cc|subject|message)(\[\d+\])?$/.test(param)), ...faults }
  const errorOf = (name: string) => Object.entries(errors).find(([param]) => param.replace(/\[\d+\]$/, '') === name)?.[1]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found: Record<string, string> = {}
    if (body.to?.length === 0) found['to'] = 'To whom?'
    if (mail.subject.trim() === '') found['subject'] = 'Subject must be filled in'
    if (mail.message.trim() === '') found['message'] = 'Message must be filled in'
    setFaults(found)
    if (Object.keys(found).length === 0) send.mutate(body)
    else requestAnimationFrame(() => focusFirstFault(form.current))
  }
  const text = (name: 'to' | 'cc' | 'subject' | 'message') => ({
    value: mail[name],
    onChange: (event: { target: { value: string } }) => setMail({ ...mail, [name]: event.target.value }),
    error: errorOf(name),
  })
  const look = shown.data ?? start
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <FormError>{errors['form']}</FormError>
        <TextField label="To" inputMode="email" autoComplete="off" placeholder="customer@example.com" {...text('to')} />
        <TextField label="Copy to" inputMode="email" autoComplete="off" {...text('cc')} />
        <TextField label="Subject" maxLength={255} {...text('subject')} />
        <TextArea label="Message" rows={10} maxLength={10_000} {...text('message')} />
        {attachments && (
          <Attachment label="Attach the PDF" is_on={mail.has_pdf} onChange={(has_pdf) => setMail({ ...mail, has_pdf })} />
        )}
        {xml && (
          <Attachment
            label="Attach the e-invoice"
            detail={detailOf(xml)}
            is_on={mail.has_xml}
            is_disabled={!xml.format}
            onChange={(has_xml) => setMail({ ...mail, has_xml })}
          />
        )}
        {sending.note && <p className="text-[13px] text-soft">{sending.note}</p>}
        <div className="mt-auto flex justify-end gap-2 pt-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" is_busy={send.isPending}>
            <Send size={15} aria-hidden />
            Send
          </Button>
        </div>
      </form>
      <section aria-label="How it will look" className="min-w-0">
        <dl className="mb-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-[13px] [&>dd]:wrap-anywhere [&>dt]:text-soft">
          <dt>From</dt>
          <dd>
            {look.from_name} &lt;{look.from}&gt;
          </dd>
          {look.reply_to && (
            <>
              <dt>Replies to</dt>
              <dd>{look.reply_to}</dd>
            </>
          )}
          <dt>Subject</dt>
          <dd className="font-medium">{look.subject}</dd>
        </dl>
        <MailFrame html={look.html} label="The mail as it will look" />
        {look.attachments.map(({ filename }) => (
          <p key={filename} className="mt-2 flex items-center gap-1.5 text-[13px] text-soft">
            <Paperclip size={14} aria-hidden />
            <span className="wrap-anywhere">{filename}</span>
          </p>
        ))}
      </section>
    </div>
  )
}

/** A file that goes with the mail, or not. */
function Attachment({
  label,
  detail,
  is_on,
  is_disabled = false,
  onChange,
}: {
  label: string
  detail?: string
  is_on: boolean
  is_disabled?: boolean
  onChange: (is_on: boolean) => void
}) {
  return (
    <label className={`flex items-start gap-2.5 ${is_disabled ? 'text-soft' : ''}`}>
      <input
        type="checkbox"
        checked={is_on}
        disabled={is_disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-1 size-4 shrink-0 accent-(--accent)"
      />
      <span className="min-w-0">
        {label}
        {detail && <span className="block text-[13px] text-soft wrap-anywhere">{detail}</span>}
      </span>
    </label>
  )
}

/** Says in which format the e-invoice goes, or why it can't. */
function detailOf({ format, refused }: MailedXml): string {
  if (!refused) return format ? FORMAT_NAMES[format] : 'It could not be checked.'
  const why = inWords({ error: refused.problem.message, code: refused.problem.code })
  return format ? `${FORMAT_NAMES[format]}. It can’t be ${FORMAT_NAMES[refused.format]}: ${why}` : `Not possible: ${why}`
}

function bodyOf(mail: { to: string; cc: string; subject: string; message: string }): Body {
  const addresses = (text: string) => text.split(/[\s,;]+/).filter(Boolean)
  return { to: addresses(mail.to), cc: addresses(mail.cc), subject: mail.subject.trim(), message: mail.message.trim() }
}

const attachedOf = ({ has_pdf, has_xml }: { has_pdf: boolean; has_xml: boolean }) => [
  ...(has_pdf ? (['pdf'] as const) : []),
  ...(has_xml ? (['xml'] as const) : []),
]

/** The newest body that can be shown, a moment after the last change: without texts and addresses that are empty while they are typed. */
function useLater(body: Body): Body {
  const { to, subject, message, ...rest } = body
  const json = JSON.stringify({
    ...rest,
    ...(to?.length ? { to } : {}),
    ...(subject ? { subject } : {}),
    ...(message ? { message } : {}),
  })
  const [later, setLater] = useState(json)
  useEffect(() => {
    const timer = setTimeout(() => setLater(json), AFTER_MS)
    return () => clearTimeout(timer)
  }, [json])
  return JSON.parse(later) as Body
}
