// Sends a document by mail: to whom, what it says, and how it will look.

import { useQuery } from '@tanstack/react-query'
import { Paperclip, Send } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { createSender, currentCompany, type FieldErrors, fieldErrors } from '../app/api.ts'
import { useChange, useDesk } from '../app/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormError, focusFirstFault, TextArea, TextField } from '../ui/field.tsx'
import { LoadedDialog } from '../ui/loaded-dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { type IssuedKind, KINDS } from './kinds.ts'
import { MailFrame } from './mail-frame.tsx'
import { NotConfigured } from './not-configured.tsx'

type Email = components['schemas']['Email']
type Preview = components['schemas']['EmailPreview']
type Body = components['schemas']['SendEmail']

/** A document that is sent: where its endpoints are, and what it is called. */
export interface Sent {
  kind: IssuedKind
  id: string
  number: string
  is_draft: boolean
}

/** A pause in typing. */
const AFTER_MS = 350

/** The dialog: the mail with all its texts, or what is missing where no mail server is set up. */
export function SendDialog({ sent, onClose }: { sent: Sent; onClose: () => void }) {
  const { session } = useDesk()
  const start = usePreview(sent, {}, session.mail_from !== null)
  const title = `Send ${sent.number}`
  if (session.mail_from === null) {
    return (
      <Dialog kind="wide" title={title} onClose={onClose}>
        <NotConfigured />
      </Dialog>
    )
  }
  return (
    <LoadedDialog kind="large" title={title} asked={start} onClose={onClose}>
      {(data) =>
        data && (
          <Dialog title={title} onClose={onClose}>
            <Writing sent={sent} start={data} onClose={onClose} />
          </Dialog>
        )
      }
    </LoadedDialog>
  )
}

/** The mail that a request would send. */
function usePreview({ kind, id }: Sent, body: Body, is_enabled = true) {
  const json = JSON.stringify(body)
  return useQuery({
    queryKey: [currentCompany(), 'email-preview', kind, id, json],
    queryFn: () =>
      createSender().dashboard<Preview>('POST', `/${KINDS[kind].path}/${id}/email-preview`, {
        query: { company_id: currentCompany() },
        body: JSON.parse(json) as Body,
      }),
    enabled: is_enabled,
    gcTime: 0,
    placeholderData: (before) => before,
  })
}

function Writing({ sent, start, onClose }: { sent: Sent; start: Preview; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  // What it starts with is what the form shows, whatever is loaded again meanwhile.
  const [mail, setMail] = useState(() => ({
    to: start.to.join(', '),
    cc: start.cc.join(', '),
    subject: start.subject,
    message: start.message,
    is_attached: true,
  }))
  const [faults, setFaults] = useState<FieldErrors>({})
  const body = bodyOf(mail)
  const shown = usePreview(sent, useLater(body))
  const send = useChange(
    (sender, wanted: Body): Promise<Email> =>
      sent.kind === 'invoice'
        ? sender.post('/v1/invoices/{id}/send', { path: { id: sent.id }, body: wanted })
        : sent.kind === 'credit_note'
          ? sender.post('/v1/credit-notes/{id}/send', { path: { id: sent.id }, body: wanted })
          : sender.post('/v1/quotes/{id}/send', { path: { id: sent.id }, body: wanted }),
    (email) => {
      toast(`${sent.number} is on its way to ${email.to.join(', ')}`, 'done', { about: sent.id })
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
        <label className="flex items-center gap-2.5">
          <input
            type="checkbox"
            checked={mail.is_attached}
            onChange={(event) => setMail({ ...mail, is_attached: event.target.checked })}
            className="size-4 accent-(--accent)"
          />
          Attach the PDF
        </label>
        {sent.is_draft && (
          <p className="text-[13px] text-soft">
            The draft becomes sent{sent.kind === 'invoice' && ', and its figures can’t be changed from then on'}.
          </p>
        )}
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

function bodyOf(mail: { to: string; cc: string; subject: string; message: string; is_attached: boolean }): Body {
  const addresses = (text: string) => text.split(/[\s,;]+/).filter(Boolean)
  return {
    to: addresses(mail.to),
    cc: addresses(mail.cc),
    subject: mail.subject.trim(),
    message: mail.message.trim(),
    attach: mail.is_attached ? ['pdf'] : [],
  }
}

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
