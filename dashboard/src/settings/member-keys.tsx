import type { components } from '../../../sdk/src/api.ts'
import { useDashboard } from '../app/session.ts'
import { Ago } from '../ui/ago.tsx'
import { Badge } from '../ui/badge.tsx'

type ApiKey = components['schemas']['ApiKey']

/** The choice for the keys that a member made; undefined until one is made. */
export type KeysChoice = 'end' | 'leave' | undefined

/** The keys that a member made and that still work; undefined while they are asked for. */
export function useKeysOf(member_id: string): ApiKey[] | undefined {
  const keys = useDashboard('/dashboard/api/api-keys')
  return keys.data?.api_keys.filter((key) => key.is_active && key.created_by?.id === member_id)
}

/** Lists the keys that a member made, and asks whether they end. Nothing is chosen before the person has chosen it. */
export function KeysQuestion({ name, keys, onChoose }: { name: string; keys: ApiKey[]; onChoose: (choice: KeysChoice) => void }) {
  return (
    <fieldset className="mt-4">
      <legend className="mb-1 font-medium text-ink">
        {name} made {keys.length === 1 ? 'an API key that still works' : `${keys.length} API keys that still work`}
      </legend>
      <ul className="mb-3 max-h-48 divide-y divide-line overflow-y-auto border-y border-line">
        {keys.map((key) => (
          <li key={key.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <span className="min-w-0 grow wrap-anywhere">{key.name || 'Without a name'}</span>
            <span className="font-mono text-[13px]">{key.key_prefix}…</span>
            <Badge tone={key.level === 'admin' ? 'warn' : 'neutral'}>{key.level}</Badge>
            <span className="text-[13px]">{key.last_used_at ? <Ago moment={key.last_used_at} /> : 'never used'}</span>
          </li>
        ))}
      </ul>
      {(
        [
          ['end', keys.length === 1 ? 'Revoke it: programs that use it stop' : 'Revoke them: programs that use them stop'],
          ['leave', keys.length === 1 ? 'Leave it as it is' : 'Leave them as they are'],
        ] as const
      ).map(([choice, text]) => (
        <label key={choice} className="flex min-h-8 items-center gap-2.5 text-ink">
          <input type="radio" name="keys" value={choice} className="size-4 accent-(--accent)" onChange={() => onChoose(choice)} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
