import { words } from './format.ts'

type Tone = 'ok' | 'warn' | 'danger' | 'accent' | 'neutral'

const TONES: Record<Tone, string> = {
  ok: 'bg-ok-wash text-ok',
  warn: 'bg-warn-wash text-warn',
  danger: 'bg-danger-wash text-danger',
  accent: 'bg-accent-wash text-accent',
  neutral: 'bg-sunken text-soft',
}

const TONE_OF: Record<string, Tone> = {
  paid: 'ok',
  approved: 'ok',
  completed: 'ok',
  delivered: 'ok',
  enabled: 'ok',
  active: 'ok',
  converted: 'ok',
  matched: 'ok',
  partial: 'warn',
  partly_matched: 'warn',
  on_hold: 'warn',
  high: 'warn',
  pending: 'warn',
  queued: 'warn',
  overdue: 'danger',
  rejected: 'danger',
  failed: 'danger',
  expired: 'danger',
  urgent: 'danger',
  sent: 'accent',
  viewed: 'accent',
  in_review: 'accent',
  in_progress: 'accent',
  review: 'accent',
}

/** A status in one word; the colour only helps, the word says it. */
export function Status({ value }: { value: string }) {
  return <Badge tone={TONE_OF[value] ?? 'neutral'}>{words(value)}</Badge>
}

/** A short word on a wash of colour. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: string }) {
  return (
    <span className={`inline-flex h-[22px] items-center rounded-full px-2 text-xs font-medium whitespace-nowrap ${TONES[tone]}`}>
      {children}
    </span>
  )
}
