// What watches a process from the outside of its rooms: metrics and traces. Each watches through these hooks, and rooms know neither.
import type { Press } from '../billing/printing/press.ts'
import type { RequestObserver, RequestScope } from '../http/observing.ts'
import type { ObserveRun } from '../jobs/runner.ts'
import type { Mailer } from '../record/mail/mailer.ts'
import type { Sender } from '../record/webhooks/sender.ts'
import type { Database } from '../sql/database.ts'
import type { DatabaseObserver } from '../sql/observer.ts'

export type Printer = Pick<Press, 'print'>

/** Hooks of one that watches. Those that take something give what is used instead of it, which does the same. */
export interface Observer {
  requests?: RequestObserver
  scope?: RequestScope
  onStream?: (change: 1 | -1) => void
  observeRun?: ObserveRun
  /** Is told by the engine, from its start on. */
  engine?: DatabaseObserver
  database?(database: Database): Database
  sender?(sender: Sender): Sender
  mailer?(mailer: Mailer): Mailer
  press?(press: Printer): Printer
}

/** Lets several watch as one: those that come later are inside. */
export function joinObservers(observers: readonly Observer[]) {
  /** The same thing, watched by all. */
  const watched =
    <Name extends 'database' | 'sender' | 'mailer' | 'press'>(name: Name) =>
    <Thing>(thing: Thing): Thing => {
      const wrap = (inner: Thing, one: Observer) => (one[name] as ((of: Thing) => Thing) | undefined)?.(inner) ?? inner
      return observers.reduce(wrap, thing)
    }
  const runs = observers.flatMap(({ observeRun }) => observeRun ?? [])
  const observeRun: ObserveRun = (kind, run) =>
    runs.reduce<() => ReturnType<typeof run>>((inner, one) => () => one(kind, inner), run)()
  return {
    requests: observers.flatMap(({ requests }) => requests ?? []),
    scope: observers.find(({ scope }) => scope)?.scope,
    onStream: observers.find(({ onStream }) => onStream)?.onStream,
    observeRun: runs.length > 0 ? observeRun : undefined,
    engine: Object.assign({}, ...observers.map(({ engine }) => engine)) as DatabaseObserver,
    database: watched('database')<Database>,
    sender: watched('sender')<Sender>,
    mailer: watched('mailer')<Mailer>,
    press: watched('press')<Printer>,
  }
}
