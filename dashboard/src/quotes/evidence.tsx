import { useCompanyDashboard, useMay } from '../app/session.ts'
import { dateTime } from '../ui/format.ts'
import { Facts } from '../ui/list.tsx'
import { Bones } from '../ui/states.tsx'

/** What shows that the customer accepted or declined a quote; for admins, since it has the address of a person. */
export function Evidence({ id }: { id: string }) {
  return useMay('admin') ? <Loaded id={id} /> : null
}

function Loaded({ id }: { id: string }) {
  const asked = useCompanyDashboard('/dashboard/api/quotes/{id}/decision', { path: { id } })
  const decision = asked.data?.decision
  if (asked.error || (asked.data && !decision)) return null
  return (
    <section aria-labelledby="evidence" className="card p-5">
      <h2 id="evidence" className="mb-3">
        {decision?.status === 'rejected' ? 'Declined online' : 'Accepted online'}
      </h2>
      {decision ? (
        <Facts
          facts={[
            ...(decision.name === null ? [] : [['Name', decision.name] as const]),
            ...(decision.reason === null ? [] : [['Reason', decision.reason] as const]),
            ['When', dateTime(decision.decided_at)],
            ['Address', decision.ip_address],
            ['Browser', decision.user_agent],
            ['Version of the PDF', String(decision.document_version)],
            [
              'SHA-256 of the PDF',
              <code key="hash" className="text-[12px]">
                {decision.document_sha256}
              </code>,
            ],
          ]}
        />
      ) : (
        <Bones lines={4} />
      )}
    </section>
  )
}
