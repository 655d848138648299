import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { type PageSearch, usePageSearch } from '../app/search.ts'
import { useApi, useMay } from '../app/session.ts'
import { Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Code } from '../ui/copy.tsx'
import { date } from '../ui/format.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { type Column, DataTable, PageHeader, ROW_LINK, RowTitle } from '../ui/list.tsx'
import { Empty } from '../ui/states.tsx'
import { EndpointDialog, type MadeEndpoint } from './endpoint-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'

type WebhookEndpoint = components['schemas']['WebhookEndpoint']

/** Where the company's events are sent. */
export function WebhooksPage() {
  const [search, change] = usePageSearch()
  const may_admin = useMay('admin')
  const list = useApi('/v1/webhook-endpoints')
  const navigate = useNavigate()
  const [made, setMade] = useState<MadeEndpoint>()
  const showOnce = (endpoint: MadeEndpoint) => {
    setMade(endpoint)
    // As with a key: the dialog that asks must not come again and be empty.
    void navigate({ to: '.', search: (before: PageSearch) => ({ ...before, dialog: undefined }), replace: true })
  }
  const openNew = () => change({ dialog: 'new' })
  useHotkey('c', openNew, may_admin)
  return (
    <>
      <PageHeader title="Webhooks">
        {may_admin && (
          <Button look="primary" onClick={openNew}>
            <Plus size={16} aria-hidden />
            New endpoint
          </Button>
        )}
      </PageHeader>
      <DataTable
        label="Webhook endpoints"
        columns={COLUMNS}
        rows={list.data?.webhook_endpoints}
        error={list.error}
        onRetry={() => void list.refetch()}
        skeleton_rows={3}
        link={(endpoint, content) => (
          <Link to="/developers/webhooks/$id" params={{ id: endpoint.id }} data-row className={ROW_LINK}>
            {content}
          </Link>
        )}
        empty={
          <Empty
            title="No endpoints yet"
            action={
              may_admin && (
                <Button look="primary" onClick={openNew}>
                  Add an endpoint
                </Button>
              )
            }
          >
            <p>
              Quoin posts each event to the addresses given here, signed, and tries again for three days. On your own machine no
              endpoint is needed:
            </p>
            <Code label="the command">npx quoin listen --forward-to localhost:3000</Code>
          </Empty>
        }
      />
      {search.dialog === 'new' && <EndpointDialog onMade={showOnce} onClose={() => change({ dialog: undefined })} />}
      {made && (
        <SecretDialog
          secret={made.secret}
          onClose={() => void navigate({ to: '/developers/webhooks/$id', params: { id: made.id } })}
        />
      )}
    </>
  )
}

const COLUMNS: readonly Column<WebhookEndpoint>[] = [
  { title: 'Address', cell: (endpoint) => <RowTitle title={endpoint.url} detail={endpoint.description} /> },
  {
    title: 'Events',
    from: 'sm',
    cell: (endpoint) => (
      <span className="block max-w-64 truncate xl:max-w-96 font-mono text-[13px]">{endpoint.enabled_events.join(', ')}</span>
    ),
  },
  { title: 'Since', from: 'md', align: 'right', cell: (endpoint) => date(endpoint.created_at) },
  { title: 'Status', align: 'right', cell: (endpoint) => <Status value={endpoint.status} /> },
]
