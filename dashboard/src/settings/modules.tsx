import { useId } from 'react'
import { messageOf } from '../app/api.ts'
import { useChange } from '../app/session.ts'
import { toast } from '../ui/toast.tsx'
import type { CompanySettings } from './company-page.tsx'

type Module = keyof CompanySettings['modules']

/** The modules, and what switching one off means. */
const MODULES: Record<Module, { title: string; off: string }> = {
  projects: {
    title: 'Projects, tasks and time',
    off: 'While it is off, changes of projects, tasks and time store no events, and no webhook tells of them. The search leaves them out. Nothing is deleted, and their pages stay.',
  },
}

/** The modules of the company, each with its switch. */
export function Modules({ company }: { company: CompanySettings }) {
  const id = useId()
  const change = useChange(
    (send, { module, is_enabled }: { module: Module; is_enabled: boolean }) =>
      send.dashboard('POST', `/companies/${company.id}/modules`, { body: { module, is_enabled } }),
    (_, { module, is_enabled }) => toast(`${MODULES[module].title}: ${is_enabled ? 'on' : 'off'}`),
    { repeats: true },
  )
  return (
    <section aria-labelledby={id} className="card space-y-3 p-5">
      <h2 id={id}>Modules</h2>
      <ul className="space-y-4">
        {(Object.keys(MODULES) as Module[]).map((module) => (
          <li key={module}>
            <label className="flex items-center gap-2.5 font-medium">
              <input
                type="checkbox"
                checked={company.modules[module]}
                disabled={change.isPending}
                aria-describedby={`${id}-${module}`}
                onChange={(event) => change.mutate({ module, is_enabled: event.target.checked })}
                className="size-4 accent-(--accent)"
              />
              {MODULES[module].title}
            </label>
            <p id={`${id}-${module}`} className="mt-1 text-[13px] text-soft">
              {MODULES[module].off}
            </p>
          </li>
        ))}
      </ul>
      {change.error && (
        <p role="alert" className="text-[13px] text-danger">
          {messageOf(change.error)}
        </p>
      )}
    </section>
  )
}
