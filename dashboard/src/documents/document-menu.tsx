// What all kinds of document have in their menu, and the dialogs behind it.

import { useNavigate } from '@tanstack/react-router'
import { FilePenLine, Link2, RotateCcwKey } from 'lucide-react'
import { messageOf } from '../app/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useChange } from '../app/session.ts'
import { copyText } from '../ui/copy.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { MenuAction } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'
import { type IssuedKind, KINDS } from './kinds.ts'
import { SendDialog } from './send-dialog.tsx'

/** A document with a public page. */
interface Linked {
  kind: IssuedKind
  id: string
  number: string
  public_token: string
}

/** The address of the page that customers see. */
function publicAddress({ kind, public_token }: Linked): string {
  return `${location.origin}/${KINDS[kind].public_path}/${public_token}`
}

/** What can be done with an issued document: its link is copied, and after a question that `onAsk` asks it is renewed, or printed again (a credit note never is). */
export function IssuedActions({ document, onAsk }: { document: Linked; onAsk: (what: 'renew' | 'reissue') => void }) {
  const copy = async () => {
    await copyText(publicAddress(document))
    toast('The link is copied')
  }
  return (
    <>
      <MenuAction icon={<Link2 size={15} aria-hidden />} onSelect={() => void copy()}>
        Copy public link
      </MenuAction>
      <MenuAction icon={<RotateCcwKey size={15} aria-hidden />} onSelect={() => onAsk('renew')}>
        Renew the link…
      </MenuAction>
      {document.kind !== 'credit_note' && (
        <MenuAction icon={<FilePenLine size={15} aria-hidden />} onSelect={() => onAsk('reissue')}>
          Update addresses…
        </MenuAction>
      )}
    </>
  )
}

/** What the menu asks about. */
export type Asked = 'renew' | 'reissue' | 'delete'

/** The dialogs behind Send, which is in the address, and behind the menu. `deletion` says what deleting means for this kind, if it can be deleted. */
export function DocumentDialogs({
  document,
  is_draft,
  asked,
  deletion = '',
  onClose,
}: {
  document: Linked
  is_draft: boolean
  asked: Asked | undefined
  deletion?: string
  onClose: () => void
}) {
  const [search, change] = usePageSearch()
  return (
    <>
      {search.dialog === 'send' && <SendDialog sent={{ ...document, is_draft }} onClose={() => change({ dialog: undefined })} />}
      {asked === 'renew' && <RenewLink document={document} onClose={onClose} />}
      {asked === 'reissue' && <Reissue document={document} onClose={onClose} />}
      {asked === 'delete' && (
        <Delete document={document} onClose={onClose}>
          {deletion}
        </Delete>
      )}
    </>
  )
}

/** Asks before a draft is deleted, and goes back to the list. */
function Delete({ document, children, onClose }: { document: Linked; children: string; onClose: () => void }) {
  const navigate = useNavigate()
  const { kind, id, number } = document
  const remove = useChange(
    async (send): Promise<unknown> =>
      kind === 'invoice' ? send.delete('/v1/invoices/{id}', { path: { id } }) : send.delete('/v1/quotes/{id}', { path: { id } }),
    () => {
      toast(`${number} is deleted`)
      void navigate({ to: kind === 'invoice' ? '/invoices' : '/quotes' })
    },
  )
  return (
    <Confirm
      title={`Delete ${number}?`}
      action={`Delete ${kind}`}
      is_busy={remove.isPending}
      error={remove.error ? messageOf(remove.error) : undefined}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      {children}
    </Confirm>
  )
}

/** Asks before the link that customers have stops working. */
function RenewLink({ document, onClose }: { document: Linked; onClose: () => void }) {
  const renew = useChange(
    async (send): Promise<unknown> =>
      document.kind === 'invoice'
        ? send.post('/v1/invoices/{id}/renew-token', { path: { id: document.id }, body: {} })
        : document.kind === 'credit_note'
          ? send.post('/v1/credit-notes/{id}/renew-token', { path: { id: document.id }, body: {} })
          : send.post('/v1/quotes/{id}/renew-token', { path: { id: document.id }, body: {} }),
    () => {
      toast(`${document.number} has a new link`)
      onClose()
    },
  )
  return (
    <Confirm
      title={`Renew the link of ${document.number}?`}
      action="Renew link"
      is_busy={renew.isPending}
      error={renew.error ? messageOf(renew.error) : undefined}
      onConfirm={() => renew.mutate(undefined)}
      onClose={onClose}
    >
      The old link stops working right away. Send the new one to everyone who still needs it.
    </Confirm>
  )
}

/** Asks before an issued document says what customer and company are now. */
function Reissue({ document, onClose }: { document: Linked; onClose: () => void }) {
  const reissue = useChange(
    async (send): Promise<unknown> =>
      document.kind === 'invoice'
        ? send.post('/v1/invoices/{id}/reissue', { path: { id: document.id }, body: {} })
        : send.post('/v1/quotes/{id}/reissue', { path: { id: document.id }, body: {} }),
    () => {
      toast(`${document.number} now has the current details`)
      onClose()
    },
  )
  return (
    <Confirm
      title={`Update the addresses on ${document.number}?`}
      action="Update"
      is_busy={reissue.isPending}
      error={reissue.error ? messageOf(reissue.error) : undefined}
      onConfirm={() => reissue.mutate(undefined)}
      onClose={onClose}
    >
      It takes name, address and account of the customer and of your company as they are now, in a new version of the PDF. Its
      number and figures stay, and so does the PDF that was sent.
    </Confirm>
  )
}
