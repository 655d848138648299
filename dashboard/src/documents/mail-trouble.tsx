import type { components } from '../../../sdk/src/api.ts'
import { RetryEmail, useEmailsOf } from './history-card.tsx'

/** Says on the page of a document that its last mail was not delivered, and what can be done. */
export function MailTrouble({ id }: { id: string }) {
  const emails = useEmailsOf(id)
  const [latest] = emails.data?.emails ?? []
  if (!latest || !isTroubled(latest)) return null
  const refused = latest.refused.map(({ address }) => address)
  return (
    <div role="alert" className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-[7px] bg-danger-wash px-4 py-2.5">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-medium text-danger">
          {latest.status === 'failed'
            ? `The mail to ${latest.to.join(', ')} was not delivered.`
            : `The mail did not reach ${refused.join(', ')}.`}
        </span>{' '}
        {latest.status === 'failed' ? latest.last_error : latest.refused[0]?.reply}
      </p>
      {latest.status === 'failed' && <RetryEmail email={latest} />}
    </div>
  )
}

/** Whether somebody did not get a mail. */
function isTroubled(email: components['schemas']['Email']): boolean {
  return email.status === 'failed' || email.refused.length > 0
}
