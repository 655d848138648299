// Paired rounds: the contestants take turns within each round, so that other activity on the machine affects all of them alike.
import type { LoadGenerator, Server } from './processes.ts'
import { median, spread } from './statistics.ts'

export interface Contestant {
  /** One, or several that share the load. */
  servers: readonly Server[]
  /** The name under which its requests are registered with the load generator. */
  requests: string
  /** How long after its last answer it may still be at work for the requests: that belongs to its turn. */
  settle_ms: number
}

export interface Figures {
  requests_per_second: number
  /** Of the server's process and, where there is one, of the database's on its behalf. */
  cpu_ms_per_request: number
  p50_ms: number
  p99_ms: number
}

/** The results of one contestant: medians over the rounds. */
export interface Measured extends Figures {
  /** The spread of the rounds, as a share of their median. */
  spread: number
  rounds: Figures[]
  /** Requests that were answered with success, warm-up included. */
  answers: number
}

export interface Plan {
  connections: number
  rounds: number
  seconds: number
  warm_up_seconds: number
}

/** Warms every contestant up, then lets them take turns; who starts, and in which direction, changes from round to round. */
export async function takeTurns(generator: LoadGenerator, contestants: readonly Contestant[], plan: Plan): Promise<Measured[]> {
  const rounds = contestants.map((): Figures[] => [])
  const answers = contestants.map(() => 0)
  const run = async (index: number, seconds: number) => {
    const { figures, all_answers } = await runTurn(generator, contestants[index]!, plan.connections, seconds)
    answers[index]! += all_answers
    return figures
  }
  for (const index of contestants.keys()) await run(index, plan.warm_up_seconds)
  for (let round = 0; round < plan.rounds; round++) {
    for (const index of orderOf(contestants.length, round)) rounds[index]!.push(await run(index, plan.seconds))
  }
  return contestants.map((_, index) => ({ ...sumUp(rounds[index]!), answers: answers[index]! }))
}

/** The order of a round: forwards and backwards in turn, beginning one place further after each pair of rounds. */
export function orderOf(count: number, round: number): number[] {
  const start = Math.floor(round / 2)
  const order = Array.from({ length: count }, (_, place) => (start + place) % count)
  return round % 2 === 0 ? order : order.reverse()
}

async function runTurn(
  generator: LoadGenerator,
  { servers, requests, settle_ms }: Contestant,
  connections: number,
  seconds: number,
) {
  const cpuMs = () => servers.reduce((sum, server) => sum + server.cpuMs(), 0)
  const cpu_before = cpuMs()
  const urls = servers.map(({ url }) => url)
  const result = await generator.run({ urls, requests, connections, seconds }).catch((error: Error) => {
    throw new Error(`${requests}, ${servers[0]!.name}: ${error.message}\n${servers.map((server) => server.log()).join('\n')}`)
  })
  await new Promise((resolve) => setTimeout(resolve, settle_ms))
  const figures: Figures = {
    requests_per_second: result.answers / result.seconds,
    cpu_ms_per_request: (cpuMs() - cpu_before) / result.all_answers,
    p50_ms: result.p50_ms,
    p99_ms: result.p99_ms,
  }
  return { figures, all_answers: result.all_answers }
}

function sumUp(rounds: Figures[]): Omit<Measured, 'answers'> {
  const middle = (field: keyof Figures) => median(rounds.map((figures) => figures[field]))
  return {
    requests_per_second: middle('requests_per_second'),
    cpu_ms_per_request: middle('cpu_ms_per_request'),
    p50_ms: middle('p50_ms'),
    p99_ms: middle('p99_ms'),
    spread: spread(rounds.map((figures) => figures.requests_per_second)),
    rounds,
  }
}

/** `of` as a share of `to`, by requests per second: the median of the rounds' ratios. */
export function ratio(of: Measured, to: Measured): number {
  return median(of.rounds.map((figures, round) => figures.requests_per_second / to.rounds[round]!.requests_per_second))
}

/** The same by CPU time, which other work on the machine disturbs less: what `to` takes for a request as a share of what `of` takes. */
export function cpuRatio(of: Measured, to: Measured): number {
  return median(of.rounds.map((figures, round) => to.rounds[round]!.cpu_ms_per_request / figures.cpu_ms_per_request))
}

/** How many times as long the slowest hundredth of requests takes on `of` as on `to`, in the same round: the median of the rounds. */
export function p99Ratio(of: Measured, to: Measured): number {
  return median(of.rounds.map((figures, round) => figures.p99_ms / to.rounds[round]!.p99_ms))
}
