// Sends a document by mail.
import { useDesk } from '../app/session.ts'
import { useMailedXml } from '../e-invoices/verdicts.ts'
import { type AnyDocument, KINDS, kindAndNumber } from './kinds.ts'
import { MailDialog } from './mail-dialog.tsx'

/** The dialog of a document, with its electronic form where it has one. */
export function SendDialog({ document, onClose }: { document: AnyDocument; onClose: () => void }) {
  const { session } = useDesk()
  const { kind, number } = kindAndNumber(document)
  const { id } = document
  const { path } = KINDS[kind]
  const xml = useMailedXml(document, session.mail_from !== null && kind !== 'quote')
  return (
    <MailDialog
      sending={{
        id,
        name: number,
        preview_path: `/${path}/${id}/email-preview`,
        send: (sender, body) => sender.post(`/v1/${path}/{id}/send`, { path: { id }, body }),
        attachments: { xml: kind === 'quote' ? undefined : xml },
        note:
          document.status === 'draft' &&
          `The draft becomes sent${kind === 'invoice' ? ', and its figures can’t be changed from then on' : ''}.`,
      }}
      onClose={onClose}
    />
  )
}
