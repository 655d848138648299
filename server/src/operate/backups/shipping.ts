// Ships the write-ahead log to the place of the backups while a server runs: the service's side. The work is done by a thread (ship-thread.ts).
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { LogHold } from '../../engines/sqlite/log-hold.ts'
import { makeInProcess } from './in-process.ts'
import type { BackupSettings, MakeBackup } from './job.ts'
import type { MadeBackup } from './make.ts'
import { type Link, readBackupName } from './names.ts'
import { shownPlace } from './place.ts'
import type { FromShipThread, ShipCut, ShipOrder, ShipQuestion, ShipStatus } from './ship-thread.ts'

/** How long writes wait for the thread to have read the log. */
const CATCH_UP_MS = 1_000
/** How long the thread may take to read what was committed since its last look. */
const CUT_MS = 30_000
/** How long the end of the process waits for the store. */
const FINISH_MS = 10_000
/** A thread that died, and a backup that failed, are tried again after this; a backup that goes on failing after twice as long each time, up to this. */
const AGAIN_MS = 2_000
const BASE_AGAIN_MS = 60_000
/** A fault that lasts is logged this often. */
const LOG_MS = 60_000

/** Shipping as the rest of the service sees it. */
export interface Shipping {
  /** How far what can be restored is behind, and how much waits to be shipped. */
  status(): { lag_ms: number; waiting_bytes: number }
  /** Makes a backup that the log continues. */
  makeBackup: MakeBackup
  /** Ships the rest and gives the log free; waits 10 s for that at most, and as long for a backup that is due. Call it when the database is closed. */
  stop(): Promise<void>
}

type ShippingSettings = Pick<BackupSettings, 'database' | 'place' | 'recipient' | 'keep'>

/** Starts to ship the log that `hold` keeps. */
export function startShipping(settings: ShippingSettings, hold: LogHold, log: Logger): Shipping {
  let status: ShipStatus = { shipped_ms: Date.now(), waiting_bytes: 0, waiting: 0, problem: undefined }
  const ended = new AbortController()
  /** The chain that is to have a backup, the newest that there is; and the work on it. */
  let wanted: string | undefined
  let basing: Promise<void> | undefined
  const thread = createThread(
    { data_dir: settings.database.data_dir, place: settings.place, recipient: settings.recipient, found: hold.found },
    {
      status(next) {
        status = next
        if (next.problem !== undefined) complain(next.problem)
      },
      new_chain: (chain, reason) => log.info({ chain, reason }, 'a new chain of segments of the log begins, with a new backup'),
      needs_base(chain) {
        const is_running = wanted !== undefined
        wanted = chain
        if (!is_running) basing = makeBase()
      },
      died: (error) => log.error({ err: error }, 'the thread that ships the log ended; it is started again'),
    },
  )
  const complain = everyMinute((problem: string) =>
    log.error({ problem, waiting: status.waiting, lag_s: lagOf(status) / 1000 }, 'the write-ahead log can not be shipped'),
  )
  hold.reader = {
    readAhead: () => void cut(),
    catchUp: async () => (await thread.ask({ ask: 'catch_up' }, CATCH_UP_MS)) as number | 'all' | undefined,
    onGap: () => thread.restart(true),
  }

  const cut = async () => (await thread.ask({ ask: 'cut' }, CUT_MS)) as ShipCut | undefined
  let making: Promise<MadeBackup> | undefined

  const makeBackup: MakeBackup = (now_ms, signal) => {
    making ??= makeLinked(now_ms, AbortSignal.any([signal, ended.signal])).finally(() => {
      making = undefined
    })
    return making
  }

  async function makeLinked(now_ms: number, signal: AbortSignal): Promise<MadeBackup> {
    const before = await cut()
    let link: Link | undefined
    const made = await makeInProcess({ ...settings, now_ms }, signal, async () => {
      const after = await cut()
      if (before && before.chain === after?.chain) link = { chain: after.chain, from: before.number + 1, through: after.number }
      return link
    })
    if (link) await thread.ask({ ask: 'has_base', chain: link.chain }, CUT_MS)
    return made
  }

  /** Makes the backup of the wanted chain. */
  async function makeBase(): Promise<void> {
    const fail = everyMinute((error: unknown) => log.error({ err: error }, 'the backup that the log continues could not be made'))
    for (let again_ms = AGAIN_MS; wanted !== undefined && !ended.signal.aborted; again_ms *= 2) {
      const of: string = wanted
      try {
        // One that is under way may be of the chain before, or be the one.
        const { name } = (await making?.catch(() => undefined)) ?? (await makeBackup(Date.now(), ended.signal))
        log.info({ backup: name }, 'backup made')
        const { link } = readBackupName(name) ?? {}
        if (link?.chain === wanted) wanted = undefined
        else if (wanted === of && link?.chain === undefined) throw new Error(`the log does not continue ${name}`)
      } catch (error) {
        if (ended.signal.aborted) return
        fail(error)
        await sleep(Math.min(again_ms, BASE_AGAIN_MS), undefined, { signal: ended.signal }).catch(() => {})
      }
    }
  }

  return {
    status: () => ({ lag_ms: lagOf(status), waiting_bytes: status.waiting_bytes }),
    makeBackup,
    async stop() {
      // Without its backup a chain is of no use.
      if (wanted !== undefined) await Promise.race([basing, sleep(FINISH_MS)])
      if (wanted !== undefined)
        log.error(
          'the backup that the log continues is not complete: the next start makes it; until then the one before is what can be restored',
        )
      ended.abort()
      const state = await hold.settle()
      if (state) await thread.ask({ ask: 'rest', state }, CUT_MS)
      await thread.ask({ ask: 'finish' }, FINISH_MS)
      if (status.waiting > 0) {
        const { waiting, problem } = status
        const facts = { waiting, problem, place: shownPlace(settings.place) }
        log.error(facts, 'the end of the log could not be shipped: it is in the data folder, and the next start ships it')
      }
      await thread.close()
      hold.close()
    },
  }
}

const lagOf = ({ shipped_ms }: ShipStatus) => Math.max(0, Date.now() - shipped_ms)

/** Calls through the first time, and once a minute at most. */
function everyMinute<T>(call: (value: T) => void): (value: T) => void {
  let next = 0
  return (value) => {
    if (performance.now() < next) return
    next = performance.now() + LOG_MS
    call(value)
  }
}

interface Heard {
  status(status: ShipStatus): void
  new_chain(chain: string, reason: string): void
  needs_base(chain: string): void
  died(error: Error): void
}

/** The thread, which is started again when it ends. */
function createThread(order: Omit<ShipOrder, 'has_gap'>, heard: Heard) {
  let is_closed = false
  let next_id = 1
  const asked = new Map<number, (answer: unknown) => void>()
  let worker = start(false)

  function start(has_gap: boolean): Worker {
    const started = new Worker(new URL('./ship-thread.ts', import.meta.url), {
      workerData: { ...order, has_gap } satisfies ShipOrder,
    })
    started.unref()
    started.on('message', (message: FromShipThread) => {
      if ('answer' in message) asked.get(message.id)?.(message.answer)
      else if ('status' in message) heard.status(message.status)
      else if ('new_chain' in message) heard.new_chain(message.new_chain, message.reason)
      else heard.needs_base(message.needs_base)
    })
    started.on('error', (error: Error) => {
      heard.died(error)
      if (!is_closed && worker === started) setTimeout(() => is_closed || restart(has_gap), AGAIN_MS).unref()
    })
    return started
  }

  function restart(has_gap: boolean): void {
    const before = worker
    // What was asked is not answered: an answer of the old thread says nothing of the new one.
    for (const answer of asked.values()) answer(undefined)
    void before.terminate().then(() => {
      if (!is_closed) worker = start(has_gap)
    })
  }

  return {
    restart,
    /** Asks; undefined when it takes longer, or the thread ends. */
    ask(question: ShipQuestion, timeout_ms: number): Promise<unknown> {
      const id = next_id++
      return new Promise((resolve) => {
        const timer = setTimeout(() => settle(undefined), timeout_ms)
        const settle = (answer: unknown) => {
          clearTimeout(timer)
          asked.delete(id)
          resolve(answer)
        }
        asked.set(id, settle)
        worker.postMessage({ id, question })
      })
    },
    async close() {
      is_closed = true
      await worker.terminate()
    },
  }
}
