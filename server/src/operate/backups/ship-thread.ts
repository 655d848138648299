// The thread that reads the log and ships it, so that no request waits for that. The service asks it; it tells how far it is.
import { parentPort, workerData } from 'node:worker_threads'
import type { FileState } from '../../engines/sqlite/log-hold.ts'
import { Follower, folderOf } from './follow.ts'
import { type BackupPlace, shownPlace } from './place.ts'
import { Shipper } from './ship.ts'
import { openStore } from './store.ts'

/** What the thread is started with. */
export interface ShipOrder {
  data_dir: string
  place: BackupPlace
  recipient: string | undefined
  /** The file at the start of the process. */
  found: FileState
  /** Whether something may be missing since the last segment. */
  has_gap: boolean
}

/** What it is asked; it answers each. */
export type ShipQuestion =
  /** Reads everything, while nobody writes. */
  | { ask: 'catch_up' }
  /** Reads what is committed, and gives the chain and its last segment. */
  | { ask: 'cut' }
  /** A backup that a chain continues is in the store. */
  | { ask: 'has_base'; chain: string }
  /** Remembers the file as it is at an orderly end. */
  | { ask: 'rest'; state: FileState }
  /** Ships what waits. */
  | { ask: 'finish' }

export type FromShipThread =
  | { id: number; answer: unknown }
  | { status: ShipStatus }
  | { new_chain: string; reason: string }
  | { needs_base: string }

/** Where a chain is. */
export interface ShipCut {
  chain: string
  number: number
}

export interface ShipStatus {
  /** Everything committed before this can be restored from the store. */
  shipped_ms: number
  waiting_bytes: number
  waiting: number
  /** Why shipping failed the last time. */
  problem: string | undefined
}

/** How often the log is read. */
const EVERY_MS = 1_000
/** Requests to a bucket that take longer are made again. */
const TIMEOUT_MS = 15_000

const { data_dir, place, recipient, found, has_gap } = workerData as ShipOrder
const port = parentPort!
const send = (message: FromShipThread) => port.postMessage(message)

const purpose = `${shownPlace(place)} ${recipient ?? ''}`
const follower = new Follower(data_dir, purpose, found, (chain, reason) => send({ new_chain: chain, reason }))
if (has_gap) follower.begin('the log was given free before all of it was read')
const shipper = new Shipper(follower, await openStore(place, TIMEOUT_MS), recipient, {
  folder: folderOf(data_dir),
  onBaseNeeded: (chain) => send({ needs_base: chain }),
})
let fault: string | undefined
/** The orderly end has come: the log is not read any more. */
let is_resting = false

function read(): void {
  if (shipper.is_paused || is_resting) return
  try {
    follower.capture()
    fault = undefined
  } catch (error) {
    fault = (error as Error).message
  }
  shipper.limit()
}

async function round(): Promise<void> {
  read()
  tell()
  await shipper.ship()
  tell()
}

function tell(): void {
  const { shipped_ms, waiting_bytes, problem } = shipper
  send({ status: { shipped_ms, waiting_bytes, waiting: follower.waiting.length, problem: fault ?? problem } })
}

async function answer(question: ShipQuestion): Promise<unknown> {
  switch (question.ask) {
    case 'catch_up':
      return shipper.is_paused ? 'all' : follower.captureAll()
    case 'cut':
      if (shipper.is_paused) return undefined
      follower.capture()
      return { chain: follower.chain, number: follower.number } satisfies ShipCut
    case 'has_base':
      return shipper.hasBase(question.chain)
    case 'rest':
      is_resting = true
      return follower.rest(question.state)
    case 'finish':
      read()
      tell()
      // One that is under way may have seen less.
      await shipper.ship()
      await shipper.ship()
      return tell()
  }
}

port.on('message', ({ id, question }: { id: number; question: ShipQuestion }) => {
  answer(question).then(
    (value) => send({ id, answer: value }),
    () => send({ id, answer: undefined }),
  )
})
setInterval(() => void round(), EVERY_MS)
void round()
