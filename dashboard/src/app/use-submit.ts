import { type FormEvent, useRef, useState } from 'react'
import { messageOf } from './api.ts'

/**
 * A form of the sign-in, whose endpoints take no Idempotency-Key: while it is sending it accepts nothing else, and its error is a sentence of
 * `sentenceOf`. Changes of the service's data are sent by `useChange`.
 */
export function useSubmit(
  work: (fields: FormData, form: HTMLFormElement) => Promise<void>,
  sentenceOf: (fault: unknown) => string = messageOf,
): { error: string; is_busy: boolean; submit: (event: FormEvent<HTMLFormElement>) => void } {
  const [state, setState] = useState({ error: '', is_busy: false })
  const is_running = useRef(false)
  const run = async (form: HTMLFormElement) => {
    if (is_running.current) return
    is_running.current = true
    setState({ error: '', is_busy: true })
    try {
      await work(new FormData(form), form)
      setState({ error: '', is_busy: false })
    } catch (fault) {
      setState({ error: sentenceOf(fault), is_busy: false })
    } finally {
      is_running.current = false
    }
  }
  return {
    ...state,
    submit: (event) => {
      event.preventDefault()
      void run(event.currentTarget)
    },
  }
}
