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
import { type AnyDocument, KINDS, kindAndNumber } from './kinds.ts'
import { SendDialog } from './send-dialog.tsx'

/** What can be done with an issued document: its link is copied, and after a question that `onAsk` asks it is renewed, or printed again (a credit note never is). */
export function IssuedActions({ document, onAsk }: { document: AnyDocument; onAsk: (what: 'renew' | 'reissue') => void }) {
  const { kind } = kindAndNumber(document)
  const copy = async () => {
    await copyText(`${location.origin}/${KINDS[kind].public_path}/${document.public_token}`)
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
      {kind !== 'credit_note' && (
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
  asked,
  deletion = '',
  onClose,
}: {
  document: AnyDocument
  asked: Asked | undefined
  deletion?: string
  onClose: () => void
}) {
  const [search, change] = usePageSearch()
  return (
    <>
      {search.dialog === 'send' && <SendDialog document={document} onClose={() => change({ dialog: undefined })} />}
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
function Delete({ document, children, onClose }: { document: AnyDocument; children: string; onClose: () => void }) {
  const navigate = useNavigate()
  const { id } = document
  const { kind, number } = kindAndNumber(document)
  const remove = useChange(
    async (send): Promise<unknown> =>
      kind === 'invoice' ? send.delete('/v1/invoices/{id}', { path: { id } }) : send.delete('/v1/quotes/{id}', { path: { id } }),
    () => {
      toast(`${number} is deleted`)
      void navigate({ to: KINDS[kind].list })
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
function RenewLink({ document, onClose }: { document: AnyDocument; onClose: () => void }) {
  const { kind, number } = kindAndNumber(document)
  const renew = useChange(
    async (send): Promise<unknown> =>
      send.post(`/v1/${KINDS[kind].path}/{id}/renew-token`, { path: { id: document.id }, body: {} }),
    () => {
      toast(`${number} has a new link`)
      onClose()
    },
  )
  return (
    <Confirm
      title={`Renew the link of ${number}?`}
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
function Reissue({ document, onClose }: { document: AnyDocument; onClose: () => void }) {
  const { kind, number } = kindAndNumber(document)
  const reissue = useChange(
    async (send): Promise<unknown> =>
      kind === 'invoice'
        ? send.post('/v1/invoices/{id}/reissue', { path: { id: document.id }, body: {} })
        : send.post('/v1/quotes/{id}/reissue', { path: { id: document.id }, body: {} }),
    () => {
      toast(`${number} now has the current details`)
      onClose()
    },
  )
  return (
    <Confirm
      title={`Update the addresses on ${number}?`}
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
