// The metrics of requests.
import { type EndedRequest, NO_ROUTE, type RequestObserver } from '../../http/observing.ts'
import { Timing, type Value } from './timing.ts'

/** From a cached read to an answer that a client gives up on. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** The label of a request whose client was gone before there was an answer. */
const ABORTED = 'aborted'
const CLASSES = [ABORTED, '1xx', '2xx', '3xx', '4xx', '5xx']

/** The requests of a route and method. */
interface Series {
  labels: { method: string; route: string }
  by_class: Float64Array
  duration: Timing
}

/** Counts requests. */
export class Requests implements RequestObserver {
  in_progress = 0
  received_bytes = 0
  sent_bytes = 0
  private readonly series = new Map<string, Series>()

  began(): void {
    this.in_progress++
  }

  ended({ method, route, status, duration_ms, received_bytes, sent_bytes, is_stream }: EndedRequest): void {
    this.in_progress--
    this.received_bytes += received_bytes
    this.sent_bytes += sent_bytes
    const key = route === NO_ROUTE ? route : `${method} ${route}`
    let series = this.series.get(key)
    if (!series) {
      // Where no route matches, a client chooses the method: they are not told apart.
      const labels = { method: route === NO_ROUTE ? 'any' : method, route }
      series = { labels, by_class: new Float64Array(CLASSES.length), duration: new Timing(SECONDS) }
      this.series.set(key, series)
    }
    series.by_class[status === undefined ? 0 : Math.floor(status / 100)]!++
    if (!is_stream) series.duration.observe(duration_ms / 1000)
  }

  counts(): Value[] {
    return [...this.series.values()].flatMap(({ labels, by_class }) =>
      CLASSES.map((status, index) => ({ labels: { ...labels, status }, value: by_class[index]! })).filter(
        ({ value }) => value > 0,
      ),
    )
  }

  durations(name: string): Value[] {
    return [...this.series.values()].flatMap(({ labels, duration }) => duration.values(name, labels))
  }
}
