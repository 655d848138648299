// What the load generator is asked, and what it answers.

/** Requests that are sent in turn, over and over. */
export interface LoadRequests {
  headers: Record<string, string>
  requests: { method: 'GET' | 'POST' | 'PATCH'; path: string; body?: string }[]
}

/** What to do: first the requests are made known under a name, then they are sent to servers. */
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

/** What came back. A request that failed in any way makes the job fail instead. */
export interface LoadResult {
  /** Within the time. */
  answers: number
  /** Those that came after it, too. */
  all_answers: number
  seconds: number
  p50_ms: number
  p99_ms: number
}

/** Takes the place, in a body, of a number that is another one each time, of as many digits. */
export const EVER_NEW = '{ever-new-no}'
