import type { components } from '../../../sdk/src/api.ts'
import { messageOf } from '../app/api.ts'
import { useChange, useDashboard } from '../app/session.ts'
import { Ago } from '../ui/ago.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { FormError } from '../ui/field.tsx'
import { exactTime } from '../ui/format.ts'
import { toast } from '../ui/toast.tsx'
import { deviceOf } from './device.ts'

type OwnSession = components['schemas']['OwnSession']

/** Where the person is signed in, and signing out there. */
export function SessionsSection() {
  const list = useDashboard('/dashboard/api/sessions')
  const endOthers = useChange(
    (send) => send.dashboard('POST', '/sessions/end-others', { body: {} }),
    () => toast('You are signed out everywhere else'),
    { repeats: true },
  )
  const sessions = list.data?.sessions ?? []
  return (
    <section aria-labelledby="sessions" className="card p-5">
      <h2 id="sessions" className="mb-2">
        Where you are signed in
      </h2>
      <p className="mb-4 text-soft">Sign out where you do not know the device, and change the password then.</p>
      <FormError>{list.error ? messageOf(list.error) : endOthers.error ? messageOf(endOthers.error) : ''}</FormError>
      <ul className="mb-4 divide-y divide-line border-y border-line">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button is_busy={endOthers.isPending} onClick={() => endOthers.mutate(undefined)}>
          Sign out everywhere else
        </Button>
      )}
    </section>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const device = deviceOf(session.user_agent)
  const end = useChange(
    (send) => send.dashboard('DELETE', `/sessions/${session.id}`),
    () => toast(`Signed out: ${device}`),
  )
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 grow">
        <span className="block font-medium wrap-anywhere">{device}</span>
        <span className="block text-[13px] text-soft wrap-anywhere">
          {session.ip_address ?? 'unknown address'}, since {exactTime(session.created_at)}
        </span>
        {end.error && <span className="block text-[13px] text-danger">{messageOf(end.error)}</span>}
      </span>
      {session.is_current ? (
        <Badge tone="ok">This one</Badge>
      ) : (
        <>
          <span className="text-[13px] text-soft">
            last seen <Ago moment={session.last_seen_at} />
          </span>
          <Button look="quiet" is_busy={end.isPending} aria-label={`Sign out ${device}`} onClick={() => end.mutate(undefined)}>
            Sign out
          </Button>
        </>
      )}
    </li>
  )
}
