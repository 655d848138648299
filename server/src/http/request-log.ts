// The request log: one line for each request, without anything secret. Its fields are described in docs/observability.md.
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { EndedRequest, RequestObserver } from './observing.ts'
import { loggedPathOf } from './request.ts'

/** Asked every few seconds by machines: they are logged at `debug`. */
const OF_MACHINES = /^\/(?:health(?:\/|$)|metrics$)/
const INFO = 30
const DEBUG = 20

/** Characters that JSON writes in another way. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are looked for
const TO_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/

/**
 * The observer that logs requests at `info`, those for health and metrics at `debug`; undefined where the level of `log` leaves both out.
 *
 * `writeLine` takes a finished line with its line break. Without it lines go through `log`, which takes four times as long: pino looks at
 * each field, and here all are known.
 */
export function createRequestLog(log: Logger, writeLine?: (line: string) => void): RequestObserver | undefined {
  if (!log.isLevelEnabled('info')) return undefined
  const has_debug = log.isLevelEnabled('debug')
  // As pino writes it.
  const of_process = `"pid":${process.pid},"hostname":${JSON.stringify(hostname())}`
  return {
    ended(ended) {
      const is_of_machine = OF_MACHINES.test(ended.route)
      if (is_of_machine && !has_debug) return
      if (!writeLine) return log[is_of_machine ? 'debug' : 'info'](JSON.parse(`{${fieldsOf(ended)}}`), 'request')
      writeLine(
        `{"level":${is_of_machine ? DEBUG : INFO},"time":${Date.now()},${of_process},${fieldsOf(ended)},"msg":"request"}\n`,
      )
    },
  }
}

/** The fields of a line, as JSON without braces. */
function fieldsOf({ method, route, status, duration_ms, sent_bytes, request }: EndedRequest): string {
  const { state } = request
  const { caller } = state.access
  let fields = `"request_id":"${state.request_id}","method":"${method}","route":${textOf(route)},"path":${textOf(loggedPathOf(request))},"status":${status ?? null},"ms":${Math.round(duration_ms * 100) / 100},"bytes":${sent_bytes},"ip":${textOf(state.ip_address)}`
  if (caller) {
    fields += `,"organization_id":"${caller.organization_id}"`
    fields += caller.api_key_id ? `,"api_key_id":"${caller.api_key_id}"` : `,"user_id":"${caller.user_id}"`
  }
  if (state.company_id) fields += `,"company_id":"${state.company_id}"`
  return fields
}

const textOf = (text: string): string => (TO_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`)
