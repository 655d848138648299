// The messages to the load generator, and its results.

/** Requests that are sent in turn, over and over. */
export interface LoadRequests {
  headers: Record<string, string>
  requests: { method: 'GET' | 'POST' | 'PATCH'; path: string; body?: string }[]
}

/** A job: first the requests are registered under a name, then they are sent to servers. */
export type LoadOrder = { prepare: string; requests: LoadRequests } | { run: LoadJob }

export interface LoadJob {
  /** The name of the requests. */
  requests: string
  /** Where to; of several, the connections are spread over them. */
  urls: readonly string[]
  /** Each sends its next request as soon as the one before is answered. */
  connections: number
  seconds: number
}

/** The results. A request that failed in any way makes the job fail instead. */
export interface LoadResult {
  /** Within the time. */
  answers: number
  /** Those that came after it, too. */
  all_answers: number
  seconds: number
  p50_ms: number
  p99_ms: number
}

/** Replaced, in a body, by a new number with as many digits each time. */
export const EVER_NEW = '{ever-new-no}'
