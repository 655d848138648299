// Sizes and limits of a process that an operator may choose: read here, used by the engine and the server.
import { BadConfig, bad, listOf } from './config-values.ts'
import type { PostgresSettings } from './engines/postgres/database.ts'
import type { ServerLimits } from './http/server.ts'

type Read = (name: string) => string | undefined

/** Reads of lists at a standby need a connection each, as those at the primary do; an organization has half of them. */
const LEAST_READERS = 2
const MOST_CONNECTIONS = 500
const LONGEST_STATEMENT_S = 600
const SHORTEST_REQUEST_S = 5
const LONGEST_REQUEST_S = 3_600
const MOST_STREAMS = 16_000
const MOST_MIB = 16
const MOST_REPLICAS = 8

/** What is chosen of PostgreSQL. Throws BadConfig for a bad value, and for any without the address of a PostgreSQL. */
export function readPostgres(read: Read, database_url: string | undefined): PostgresSettings {
  const count = (name: string, least: number, most: number, what: string) => readBetween(name, read(name), least, most, what)
  const timeout_s = count('QUOIN_STATEMENT_TIMEOUT', 1, LONGEST_STATEMENT_S, 'seconds')
  const settings: PostgresSettings = {
    readers: count('QUOIN_POSTGRES_READERS', LEAST_READERS, MOST_CONNECTIONS, 'connections'),
    writers: count('QUOIN_POSTGRES_WRITERS', 1, MOST_CONNECTIONS, 'connections'),
    statement_timeout_ms: timeout_s === undefined ? undefined : timeout_s * 1000,
    replica_urls: readReplicas(read('QUOIN_READ_REPLICA_URL')),
  }
  if (database_url !== undefined) return settings
  const lonely = ['QUOIN_POSTGRES_READERS', 'QUOIN_POSTGRES_WRITERS', 'QUOIN_STATEMENT_TIMEOUT', 'QUOIN_READ_REPLICA_URL']
  const [alone] = lonely.filter((name) => read(name) !== undefined)
  if (alone === undefined) return settings
  throw new BadConfig(`${alone} is set without QUOIN_DATABASE_URL: it is for PostgreSQL, and SQLite has nothing of the kind`)
}

/** What is chosen of the server; what is not is left out. Throws BadConfig for a bad value. */
export function readServerLimits(read: Read): ServerLimits {
  const request_s = readBetween(
    'QUOIN_REQUEST_TIMEOUT',
    read('QUOIN_REQUEST_TIMEOUT'),
    SHORTEST_REQUEST_S,
    LONGEST_REQUEST_S,
    'seconds',
  )
  const body_mib = readBetween('QUOIN_BODY_LIMIT', read('QUOIN_BODY_LIMIT'), 1, MOST_MIB, 'MiB')
  return {
    ...(request_s === undefined ? {} : { request_timeout_ms: request_s * 1000 }),
    ...(body_mib === undefined ? {} : { body_limit: body_mib * 1024 * 1024 }),
    stream_limits: readStreams(read),
  }
}

/** Of the streams of an organization, those of one key: a quarter. */
const KEYS_SHARE = 4

function readStreams(read: Read): ServerLimits['stream_limits'] {
  const name = 'QUOIN_STREAMS_PER_ORGANIZATION'
  const streams = readBetween('QUOIN_STREAMS', read('QUOIN_STREAMS'), 1, MOST_STREAMS, 'streams')
  const of_organization = readBetween(name, read(name), 1, MOST_STREAMS, 'streams')
  return {
    ...(streams === undefined ? {} : { streams }),
    ...(of_organization === undefined
      ? {}
      : { streams_of_organization: of_organization, streams_of_key: Math.ceil(of_organization / KEYS_SHARE) }),
  }
}

/** In addresses a comma is written as %2C, so commas separate them. */
function readReplicas(value = ''): readonly string[] {
  const urls = listOf(value)
  const isDatabase = (text: string) =>
    URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol) && new URL(text).pathname.length > 1
  if (urls.every(isDatabase) && urls.length <= MOST_REPLICAS) return urls
  // Not the value itself: it may hold a password.
  throw new BadConfig(
    `QUOIN_READ_REPLICA_URL must be the addresses of at most ${MOST_REPLICAS} standbys of the database with commas between, like postgres://user:password@replica:5432/quoin`,
  )
}

function readBetween(name: string, value: string | undefined, least: number, most: number, what: string): number | undefined {
  if (value === undefined) return undefined
  if (/^\d{1,5}$/.test(value) && Number(value) >= least && Number(value) <= most) return Number(value)
  throw bad(name, value, `a whole number of ${what} from ${least} to ${most}`)
}
