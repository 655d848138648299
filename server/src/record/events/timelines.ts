// The time of an event when the clock was set back; pure. Ids count up whatever the clock does, and filters by time need times in the order
// of ids. So a clock that is behind earlier events starts a timeline: within each timeline, times never go back.

/** Where a company's order of events ends. */
export interface Head {
  sequence: number
  /** The last time on the first timeline. */
  created_at: string
  /** The last times on the other timelines, a JSON array; null without any. */
  timelines: string | null
}

/** Clocks of several processes differ by a little, and requests wait: by so much an event takes the time of the one before it. */
const JITTER_MS = 10_000

/** A company has so many timelines at most: the last resort of a clock that goes back again and again is a time that runs ahead. */
const MOST_TIMELINES = 16

/** Where events of the moment `now` (ISO 8601, UTC) are in time, and the head with `count` of them behind it. */
export function placeInTime(head: Head, now: string, count: number): { timeline: number; created_at: string; head: Head } {
  const sequence = head.sequence + count
  if (now >= head.created_at) return { timeline: 0, created_at: now, head: { ...head, sequence, created_at: now } }
  const ends = [head.created_at, ...timelinesIn(head.timelines)]
  const timeline = timelineFor(ends, now)
  const end = ends[timeline]
  const created_at = end !== undefined && end > now ? end : now
  ends[timeline] = created_at
  const [first, ...others] = ends as [string, ...string[]]
  const timelines = others.length === 0 ? null : JSON.stringify(others)
  return { timeline, created_at, head: { sequence, created_at: first, timelines } }
}

/** The last times on the timelines besides the first. */
export function timelinesIn(timelines: string | null): string[] {
  return timelines === null ? [] : JSON.parse(timelines)
}

/** Among the timelines that `now` is not behind: the first one, else the one that has come furthest; a new one if there is none. */
function timelineFor(ends: readonly string[], now: string): number {
  const latest = new Date(Date.parse(now) + JITTER_MS).toISOString()
  if (ends[0]! <= latest) return 0
  const by_end = ends.map((end, timeline) => ({ end, timeline })).sort((a, b) => (a.end < b.end ? -1 : 1))
  const fitting = by_end.findLast(({ end }) => end <= latest)
  if (fitting) return fitting.timeline
  return ends.length < MOST_TIMELINES ? ends.length : by_end[0]!.timeline
}
