// What is shown of a key's state: active, expiring, expired, revoked.
import type { ReactNode } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { Badge } from '../ui/badge.tsx'
import { ago } from '../ui/format.ts'

export type ApiKey = components['schemas']['ApiKeyDetails']
export type CreatedApiKey = components['schemas']['CreatedApiKey']

/** Whether requests with the key are accepted. Keys expire by the clock of the server, not by that of a sandbox. */
export function isWorking({ is_active, expires_at }: ApiKey): boolean {
  return is_active && (expires_at === null || Date.parse(expires_at) > Date.now())
}

/** One word, and when it ends. */
export function KeyState({ api_key }: { api_key: ApiKey }): ReactNode {
  const { is_active, expires_at } = api_key
  if (!is_active) return <Badge>Revoked</Badge>
  if (!isWorking(api_key)) return <Badge>Expired</Badge>
  if (expires_at === null) return <Badge tone="ok">Active</Badge>
  return <Badge tone="warn">{`Expires ${ago(expires_at, Date.now())}`}</Badge>
}
