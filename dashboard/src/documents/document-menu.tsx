// What both kinds of document have in their menu: the link to the public page, and a new one.

import { Link2, RotateCcwKey } from 'lucide-react'
import { currentCompany, messageOf } from '../app/api.ts'
import { useChange } from '../app/session.ts'
import { copyText } from '../ui/copy.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { MenuAction } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'

/** A document with a public page. */
interface Linked {
  kind: 'invoice' | 'quote'
  id: string
  number: string
  public_token: string
}

/** The address of the page that customers see. */
function publicAddress({ kind, public_token }: Linked): string {
  return `${location.origin}/${kind === 'invoice' ? 'i' : 'q'}/${public_token}`
}

/** Copies the link to the public page, and renews it after a question: `onRenew` asks it. */
export function LinkActions({ document, onRenew }: { document: Linked; onRenew: () => void }) {
  const copy = async () => {
    await copyText(publicAddress(document))
    toast('The link is copied')
  }
  return (
    <>
      <MenuAction icon={<Link2 size={15} aria-hidden />} onSelect={() => void copy()}>
        Copy public link
      </MenuAction>
      <MenuAction icon={<RotateCcwKey size={15} aria-hidden />} onSelect={onRenew}>
        Renew the link…
      </MenuAction>
    </>
  )
}

/** Asks before the link that customers have stops working. */
export function RenewLink({ document, onClose }: { document: Linked; onClose: () => void }) {
  const renew = useChange(
    (send) =>
      send.dashboard('POST', `/v1/${document.kind}s/${document.id}/renew-token`, {
        query: { company_id: currentCompany() },
        body: {},
      }),
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
      The link that was sent stops working at once. Send the new one to whom should still see it.
    </Confirm>
  )
}
