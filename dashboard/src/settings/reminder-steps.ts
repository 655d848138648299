// The steps of reminders as they are typed. Pure.

import type { components } from '../../../sdk/src/api.ts'

type Reminder = components['schemas']['Reminder']

/** A step as a person types it. */
export interface TypedStep {
  /** Of the fields on the page. */
  key: number
  days: string
  when: 'before' | 'on' | 'after'
  subject: string
  message: string
  /** Whether the fields for words of its own are open. */
  has_words: boolean
}

/** The latest of the usual steps that is not there yet, for the next one. */
const USUAL = [7, 14, 30, 60]

export function typedStep({ days, subject, message }: Reminder, key: number): TypedStep {
  return {
    key,
    days: String(Math.abs(days)),
    when: days < 0 ? 'before' : days === 0 ? 'on' : 'after',
    subject: subject ?? '',
    message: message ?? '',
    has_words: subject !== null || message !== null,
  }
}

/** The step that a new one begins as. */
export function nextStep(steps: readonly TypedStep[]): Omit<TypedStep, 'key'> {
  const taken = steps.filter(({ when }) => when === 'after').map(({ days }) => Number(days))
  const days = USUAL.find((one) => taken.every((other) => other < one)) ?? Math.max(0, ...taken) + 30
  return { days: String(days), when: 'after', subject: '', message: '', has_words: false }
}

/** The step, or why it is none. */
export function readStep(step: TypedStep): { reminder: Reminder; fault?: never } | { reminder?: never; fault: string } {
  const { when, subject, message } = step
  if (when !== 'on' && !/^\d{1,3}$/.test(step.days.trim())) return { fault: 'Enter a number of days, like 7' }
  const days = when === 'on' ? 0 : Number(step.days) * (when === 'before' ? -1 : 1)
  return { reminder: { days, subject: subject.trim() || null, message: message.trim() || null } }
}
