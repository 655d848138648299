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

/** Days that new steps begin with, in order. */
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

/** The fields of a step that faults are shown at. */
export const STEP_FIELD = /^reminders\[(\d+)\]\.(days|subject|message)$/

/** Faults by the key of their step and the name of the field, so that they stay at their step when others are removed. */
export type StepFaults = Readonly<Record<string, string>>

/** The name of a fault at a field of a step. */
export const faultName = (key: number, field: string): string => `${key} ${field}`

/** The faults that the service found, `reminders[1].days` and so on, in the steps that were sent. */
export function faultsOf(errors: Readonly<Record<string, string>>, sent: readonly TypedStep[]): StepFaults {
  const found = Object.entries(errors).flatMap(([param, fault]) => {
    const [, index, field] = STEP_FIELD.exec(param) ?? []
    const step = sent[Number(index)]
    return step && field !== undefined ? [[faultName(step.key, field), fault] as const] : []
  })
  return Object.fromEntries(found)
}

/** The faults that are left after fields of a step were changed. A day may be at fault for another step: with it all of the days go. */
export function withoutFaults(faults: StepFaults, key: number, changes: Partial<TypedStep>): StepFaults {
  const is_day_changed = 'days' in changes || 'when' in changes
  return Object.fromEntries(
    Object.entries(faults).filter(([name]) =>
      name.endsWith(' days') ? !is_day_changed : !Object.keys(changes).some((field) => name === faultName(key, field)),
    ),
  )
}
