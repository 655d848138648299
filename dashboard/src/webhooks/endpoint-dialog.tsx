import type { FormEvent } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { fieldErrors } from '../app/api.ts'
import { useChange } from '../app/session.ts'
import { Dialog, FormButtons } from '../ui/dialog.tsx'
import { FormError, TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'

type WebhookEndpoint = components['schemas']['WebhookEndpoint']

/** A new endpoint, with the secret that is shown once. */
export interface MadeEndpoint {
  id: string
  secret: string
}

interface EndpointDialogProps {
  endpoint?: WebhookEndpoint
  /** Called with a new one. */
  onMade?: (made: MadeEndpoint) => void
  onClose: () => void
}

/** Makes an endpoint, or changes the one given. */
export function EndpointDialog({ endpoint, onMade, onClose }: EndpointDialogProps) {
  const save = useChange(
    async (send, body: components['schemas']['CreateWebhookEndpoint']): Promise<{ id: string; secret?: string }> =>
      endpoint
        ? send.patch('/v1/webhook-endpoints/{id}', { path: { id: endpoint.id }, body })
        : send.post('/v1/webhook-endpoints', { body }),
    ({ id, secret }) => {
      if (secret !== undefined) return onMade?.({ id, secret })
      toast('Saved')
      onClose()
    },
  )
  const errors = fieldErrors(save.error, (param) => ['url', 'description', 'enabled_events'].includes(param))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const types = String(fields.get('enabled_events'))
      .split(/[\s,]+/)
      .filter(Boolean)
    save.mutate({
      url: String(fields.get('url')).trim(),
      description: String(fields.get('description')).trim(),
      enabled_events: types.length > 0 ? types : ['*'],
    })
  }
  return (
    <Dialog title={endpoint ? 'Edit the endpoint' : 'New endpoint'} onClose={onClose}>
      <form onSubmit={submit} noValidate className="space-y-4">
        <FormError>{errors['form']}</FormError>
        <TextField
          label="Address"
          name="url"
          type="url"
          placeholder="https://example.com/webhooks"
          defaultValue={endpoint?.url}
          error={errors['url']}
        />
        <TextField label="Description" name="description" defaultValue={endpoint?.description} error={errors['description']} />
        <TextField
          label="Events"
          name="enabled_events"
          placeholder="*"
          hint="Types with commas between them: invoice.paid, quote.*, or * for all."
          defaultValue={endpoint?.enabled_events.join(', ') ?? '*'}
          error={errors['enabled_events']}
        />
        <FormButtons onCancel={onClose} is_busy={save.isPending}>
          {endpoint ? 'Save' : 'Add endpoint'}
        </FormButtons>
      </form>
    </Dialog>
  )
}
