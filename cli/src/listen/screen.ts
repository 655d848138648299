// The output of `listen`: lines for people, or one JSON line for each event and answer.
import { styleText } from 'node:util'
import type { FollowState } from '../../../sdk/src/index.ts'
import { localParts, printable } from '../output.ts'
import type { Outcome } from './forward.ts'

export type Format = 'text' | 'json'

/** The parts of an event that are shown. */
export interface ShownEvent {
  id: string
  type: string
  created_at: string
  test: boolean
}

/** Shows what happens. In JSON, standard output has only events and answers; everything else goes to standard error. */
export class Screen {
  private readonly format: Format
  private readonly onCancel: () => void
  private spinner: { start(text: string): void; message(text: string): void; clear(): void } | undefined
  /** The text of the spinner; undefined if there is none. */
  private spinning: string | undefined
  private is_lost = false
  private polling_reason: string | undefined

  /** `onCancel` is called for a Ctrl-C that is typed while the spinner turns. */
  constructor(format: Format, onCancel: () => void) {
    this.format = format
    this.onCancel = onCancel
  }

  /** A line between the events. */
  note(line: string): void {
    this.stopSpinner()
    const stream = this.format === 'json' ? process.stderr : process.stdout
    stream.write(`${line}\n`)
  }

  /** An event, before it is forwarded; resolves when it is written. */
  event(event: ShownEvent, text: string): Promise<void> {
    if (this.format === 'json') return this.write(forScreen(`{"kind":"event","event":${text}}`))
    const mark = event.test ? `  ${styleText('dim', '(test)')}` : ''
    return this.write(
      `${clock(event.created_at)}  ${styleText('cyan', '-->')} ${styleText('bold', event.type)}  ${event.id}${mark}`,
    )
  }

  /** The outcome of a forward. */
  answer(id: string, url: string, outcome: Outcome): Promise<void> {
    const { status, error, duration_ms, excerpt } = outcome
    if (this.format === 'json') {
      const answer = { kind: 'answer', event_id: id, url, status: status ?? null, error: error ?? null, duration_ms }
      return this.write(forScreen(JSON.stringify(answer)))
    }
    const is_success = error === undefined && status! >= 200 && status! < 300
    const result = printable([status, error].filter((part) => part !== undefined).join(' '))
    const why = is_success || excerpt === '' ? '' : `  ${printable(excerpt)}`
    const shown = styleText(is_success ? 'green' : 'red', `<-- ${result}`)
    return this.write(`${clock(new Date().toISOString())}  ${shown}  ${duration_ms} ms  ${url}  ${id}${why}`)
  }

  /** The connection, when it changes. */
  state(state: FollowState): void {
    if (state.state === 'disconnected') {
      const when = state.retry_in_ms < 1_000 ? 'at once' : `in ${Math.round(state.retry_in_ms / 1000)} s`
      const reason = printable(state.reason)
      if (!this.is_lost) this.note(styleText('yellow', `Connection lost: ${reason}. Coming back…`))
      this.is_lost = true
      void this.spin(`Not connected: ${reason}. Trying again ${when}`)
      return
    }
    this.stopSpinner()
    if (this.is_lost) this.note('Connected again')
    this.is_lost = false
    if (state.state === 'polling' && state.reason !== this.polling_reason) {
      this.polling_reason = state.reason
      this.note(`No event stream: ${printable(state.reason)}. Asking every second instead`)
    }
  }

  /** Turns a spinner until something else is shown; only on a terminal. */
  async spin(text: string): Promise<void> {
    if (this.format === 'json' || !process.stdout.isTTY) return
    this.spinning = text
    if (this.spinner) return this.spinner.message(text)
    const { spinner } = await import('@clack/prompts')
    // Something else may have been printed meanwhile.
    if (this.spinner || this.spinning === undefined) return
    this.spinner = spinner({ onCancel: this.onCancel, withGuide: false })
    this.spinner.start(this.spinning)
  }

  /** Leaves the terminal as it was. */
  end(): void {
    this.stopSpinner()
  }

  private stopSpinner(): void {
    this.spinner?.clear()
    this.spinner = undefined
    this.spinning = undefined
  }

  private write(line: string): Promise<void> {
    this.stopSpinner()
    return new Promise((resolve) => process.stdout.write(`${line}\n`, () => resolve()))
  }
}

/** JSON for a program; on a terminal with its control characters as escapes, which mean the same. */
function forScreen(json: string): string {
  return process.stdout.isTTY ? printable(json) : json
}

/** The local time of day; with the date when it is another day's. */
function clock(at: string): string {
  const [day, time] = localParts(new Date(at))
  return day === localParts(new Date())[0] ? time : `${day} ${time}`
}
