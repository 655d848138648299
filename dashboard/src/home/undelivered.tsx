import { Link } from '@tanstack/react-router'
import { useApi } from '../app/session.ts'
import { nowMs } from '../ui/clock.ts'
import { undelivered } from './first-steps.ts'

/** Mails that are looked at, and those that are shown of them. */
const ASKED = 100
const SHOWN = 3

/** Says which mails somebody did not get; nothing where all were delivered. */
export function Undelivered() {
  const emails = useApi('/v1/emails', { query: { limit: ASKED } })
  const failed = undelivered(emails.data?.emails ?? [], nowMs())
  if (failed.length === 0) return null
  return (
    <section aria-labelledby="undelivered" className="mb-6 rounded-[10px] bg-danger-wash px-5 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="undelivered" className="text-danger">
          {failed.length === 1 ? 'A mail was not delivered' : `${failed.length} mails were not delivered`}
        </h2>
        <Link to="/mails" search={{ status: 'failed' }} className="text-[13px] hover:underline">
          All failed mails
        </Link>
      </div>
      <ul className="mt-1">
        {failed.slice(0, SHOWN).map((email) => (
          <li key={email.id} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <Link to="/mails" search={{ open: email.id }} className="wrap-anywhere hover:underline">
              {email.subject}
            </Link>
            <span className="min-w-0 text-[13px] text-soft wrap-anywhere">
              to {email.status === 'failed' ? email.to.join(', ') : email.refused.map(({ address }) => address).join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
