// How single values of variables are read: each reader throws BadConfig for one that is not allowed.

/** A variable has an invalid value: the message is the one line to show, with the variable, its value and what is allowed. */
export class BadConfig extends Error {}

export function bad(name: string, value: string, allowed: string): BadConfig {
  return new BadConfig(`${name} is ${JSON.stringify(value)}: it must be ${allowed}`)
}

export function readHost(value = '127.0.0.1', name = 'QUOIN_HOST'): string {
  if (/^[A-Za-z0-9.:-]+$/.test(value)) return value
  throw bad(name, value, 'an IP address or host name to listen on, like 127.0.0.1 or 0.0.0.0')
}

export function readPort(value = '4280', name = 'QUOIN_PORT'): number {
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value)
  throw bad(name, value, 'a port number from 0 (any free one) to 65535')
}

export function readDays(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (/^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= MOST_DAYS) return Number(value)
  throw bad(name, value, `a whole number of days from 1 to ${MOST_DAYS}`)
}

/** A hundred years. */
const MOST_DAYS = 36_500

export function readSeconds(name: string, value: string | undefined, or: number): number {
  if (value === undefined) return or
  if (/^\d{1,5}$/.test(value)) return Number(value)
  throw bad(name, value, 'seconds from 0 (do not wait) to 99999')
}

export function readSwitch(name: string, value = '0'): boolean {
  if (value === '1' || value === '0' || value === 'off') return value === '1'
  throw bad(name, value, '1 or 0')
}

/** The parts of a list with commas; blanks around them do not count. */
export function listOf(value: string): string[] {
  return value === '' ? [] : value.split(',').map((part) => part.trim())
}

/** Where metrics are served, on a port of their own or on the main one, and the token that they need. */
export interface MetricsSettings {
  host: string
  port: number | undefined
  token: string | undefined
}

/** As long as a random one of 96 bits in Base64. */
const SHORTEST_TOKEN = 16

export function readMetrics(
  host: string | undefined,
  port: string | undefined,
  token: string | undefined,
): MetricsSettings | undefined {
  if (token !== undefined && !(token.length >= SHORTEST_TOKEN && /^[\w.~+/=-]+$/.test(token))) {
    // Not the value itself: it is a secret.
    throw new BadConfig(
      `QUOIN_METRICS_TOKEN must be at least ${SHORTEST_TOKEN} letters, digits or the signs of Base64 (openssl rand -hex 24)`,
    )
  }
  const own_host = readHost(host, 'QUOIN_METRICS_HOST')
  if (host !== undefined && port === undefined)
    throw new BadConfig('QUOIN_METRICS_HOST is set without QUOIN_METRICS_PORT: it must be a port number, or neither be set')
  if (port === undefined && token === undefined) return undefined
  return { host: own_host, port: port === undefined ? undefined : readPort(port, 'QUOIN_METRICS_PORT'), token }
}

export function readSlowQuery(value: string | undefined): number | undefined {
  if (value === undefined || value === 'off') return undefined
  if (/^\d{1,6}$/.test(value)) return Number(value)
  throw bad('QUOIN_SLOW_QUERY_MS', value, 'off, or milliseconds from 0 (all statements) to 999999, like 250')
}

export function readTraces(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value
  throw bad('OTEL_EXPORTER_OTLP_ENDPOINT', value, 'the http:// or https:// address of a collector, like http://127.0.0.1:4318')
}
