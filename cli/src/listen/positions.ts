// How far `listen` is, in a file for each server, company, filter and URL, so that a restart continues where the last run stopped.
import { createHash } from 'node:crypto'
import { readSetting, writeSetting } from '../settings.ts'

/** After a longer pause, a run starts with new events: nobody wants last week's all at once when they come back to their work. */
export const LONGEST_PAUSE_MS = 24 * 60 * 60 * 1000

/** What a position belongs to. */
export interface PositionKey {
  url: string
  company_id: string
  types: readonly string[]
  /** Null: events are only shown. */
  forward_to: string | null
}

export interface Position {
  /** The last event that is done with; null before the first event of the company. */
  event_id: string | null
  /** When `listen` last ran with it. */
  at: string
}

/** The stored position; undefined if there is none or it can't be read. */
export function readPosition(key: PositionKey): Position | undefined {
  try {
    const { event_id, at } = JSON.parse(readSetting(fileOf(key)) ?? 'null') ?? {}
    const is_valid = (event_id === null || typeof event_id === 'string') && !Number.isNaN(Date.parse(at))
    return is_valid ? { event_id, at } : undefined
  } catch {
    return undefined
  }
}

/** Stores a position; when this has returned, a kill can't lose it. */
export function savePosition(key: PositionKey, event_id: string | null, now_ms: number): void {
  writeSetting(fileOf(key), `${JSON.stringify({ ...key, event_id, at: new Date(now_ms).toISOString() })}\n`)
}

function fileOf({ url, company_id, types, forward_to }: PositionKey): string {
  const name = createHash('sha256')
    .update(JSON.stringify([url, company_id, [...types].sort(), forward_to]))
    .digest('hex')
  return `places/${name.slice(0, 32)}.json`
}
