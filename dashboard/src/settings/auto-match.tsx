import { useId } from 'react'
import { messageOf } from '../app/api.ts'
import { useChange } from '../app/session.ts'
import { toast } from '../ui/toast.tsx'
import type { CompanySettings } from './company-page.tsx'

/** Whether transfers that leave no doubt are matched when a bank statement is imported. */
export function AutoMatch({ company }: { company: CompanySettings }) {
  const id = useId()
  const change = useChange(
    (send, auto_match: boolean) => send.dashboard('PATCH', `/companies/${company.id}`, { body: { auto_match } }),
    (_, auto_match) => toast(`Bank transfers are matched ${auto_match ? 'automatically' : 'manually'}`),
    { repeats: true },
  )
  return (
    <section aria-labelledby={id} className="card space-y-3 p-5">
      <h2 id={id}>Bank</h2>
      <label className="flex items-center gap-2.5 font-medium">
        <input
          type="checkbox"
          checked={company.auto_match}
          disabled={change.isPending}
          aria-describedby={`${id}-about`}
          onChange={(event) => change.mutate(event.target.checked)}
          className="size-4 accent-(--accent)"
        />
        Match transfers automatically
      </label>
      <p id={`${id}-about`} className="text-[13px] text-soft">
        When you import a statement, a transfer is matched if it names exactly one invoice and pays exactly what is due. Each
        match shows its reason and can be undone.
      </p>
      {change.error && (
        <p role="alert" className="text-[13px] text-danger">
          {messageOf(change.error)}
        </p>
      )}
    </section>
  )
}
