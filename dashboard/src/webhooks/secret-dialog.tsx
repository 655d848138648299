import { CopyField } from '../ui/copy.tsx'
import { Dialog, KeptButton } from '../ui/dialog.tsx'

/** Shows a signing secret, the only time that it is shown. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog title="The signing secret" once="The secret is shown only now" onClose={onClose}>
      <div className="space-y-4">
        <p className="text-soft">With it your program proves that a call came from here. It is shown only now.</p>
        <CopyField value={secret} label="the signing secret" />
        <KeptButton />
      </div>
    </Dialog>
  )
}
