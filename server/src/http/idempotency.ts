// Idempotency-Key: the first answer of a key is kept for a day, in the transaction of the change that it reports.

import { defineJob } from '../jobs/job-kind.ts'
import { sha256 } from '../kernel/crypto.ts'
import { ApiError, conflict, invalid } from '../kernel/errors.ts'
import type { ApiKeyId, CompanyId, UserId } from '../kernel/ids.ts'
import { SEALED_TEXTS, type Vault } from '../kernel/vault.ts'
import type { Database, Tx, WriteTx } from '../sql/database.ts'
import { statement } from '../sql/statement.ts'

const KEPT_MS = 24 * 60 * 60 * 1000
const LONGEST_KEY = 255
/** Replaces the company of a request that names none. */
const NO_COMPANY = '' as CompanyId
/** Stored answers that one cleaning removes at most, so that a cleaning never holds up a write for long. */
const REMOVED_AT_ONCE = 1_000

/** The owner of a key: the same text under another API key, user or company is another key. */
export type KeyOwner = {
  /** Undefined where a request of the dashboard is about the organization. */
  company_id: CompanyId | undefined
  idempotency_key: string
} & ({ api_key_id: ApiKeyId } | { user_id: UserId })

export interface StoredAnswer {
  status: number
  body: string
}

/** The key of a row in either table: `holder` is the API key or the member. */
interface RowKey {
  company_id: CompanyId
  holder: ApiKeyId | UserId
  idempotency_key: string
}

type Row = RowKey & StoredAnswer & { fingerprint: string; created_at: string }

/** The statements of one of the two tables, by the column that says whom its answers were given to. */
function answersIn(table: 'idempotency_keys' | 'session_answers', holder: 'api_key_id' | 'user_id') {
  // To the compiler they were all given to API keys.
  const [answers, column] = [table as 'idempotency_keys', holder as 'api_key_id']
  return {
    find: statement<RowKey & { since: string }>()((db, p) =>
      db
        .selectFrom(answers)
        .select(['fingerprint', 'status', 'body'])
        .where('company_id', '=', p.company_id)
        .where(column, '=', p.holder as ApiKeyId)
        .where('idempotency_key', '=', p.idempotency_key)
        .where('created_at', '>', p.since),
    ),
    save: statement<Row>()((db, p) =>
      db
        .insertInto(answers)
        .values({ ...row(p), [column]: p.holder as ApiKeyId })
        .onConflict((stale) => stale.columns(['company_id', column, 'idempotency_key']).doUpdateSet(answer(p))),
    ),
    findOld: statement<{ until: string; limit: number }>()((db, p) =>
      db
        .selectFrom(answers)
        .select(['company_id', `${column} as holder`, 'idempotency_key'])
        .where('created_at', '<=', p.until)
        .orderBy('created_at')
        .limit(p.limit),
    ),
    remove: statement<RowKey>()((db, p) =>
      db
        .deleteFrom(answers)
        .where('company_id', '=', p.company_id)
        .where(column, '=', p.holder as ApiKeyId)
        .where('idempotency_key', '=', p.idempotency_key),
    ),
  }
}

const ofKeys = answersIn('idempotency_keys', 'api_key_id')
/** Those given to pages of the dashboard. */
const ofSessions = answersIn('session_answers', 'user_id')

/** Locks a member's row: where a request names no company, two requests of the same member queue for it. */
const lockMember = statement<{ user_id: UserId }>()((db, p, { forUpdate }) =>
  forUpdate(db.selectFrom('users').select('id').where('id', '=', p.user_id)),
)

/** The same for an API key. */
const lockKey = statement<{ api_key_id: ApiKeyId }>()((db, p, { forUpdate }) =>
  forUpdate(db.selectFrom('api_keys').select('id').where('id', '=', p.api_key_id)),
)

function row(p: Row) {
  return { company_id: p.company_id, idempotency_key: p.idempotency_key, ...answer(p) }
}

function answer(p: Row) {
  return { fingerprint: p.fingerprint, status: p.status, body: p.body, created_at: p.created_at }
}

/** One request under an Idempotency-Key, from its arrival to its end. */
export interface IdempotentRequest {
  /** The answer to repeat, when the request has been answered before. */
  replay: StoredAnswer | undefined
  /**
   * Throws 409 `idempotency_key_in_use` when another process has answered a request under the key since this one started. Called inside the
   * transaction, in which no other request of the company (or of the member, without a company) can store an answer.
   */
  check(tx: WriteTx): Promise<void>
  /** Keeps the answer, in the transaction of the change. */
  save(tx: WriteTx, answer: StoredAnswer): Promise<void>
  /** Must be called when the request is over, however it ended. */
  end(): void
}

export interface IdempotencyKeys {
  /**
   * Starts a request under `idempotency_key`. Throws 400 for a key that isn't 1–255 printable ASCII characters, 409
   * `idempotency_key_in_use` while the first request under it is running, 422 `idempotency_key_reused` when the key was used for another
   * request. `request` identifies it: method, URL and body. Refused requests store nothing, so they can be repeated.
   * `is_answer_secret`: the answer is stored sealed.
   */
  begin(
    owner: KeyOwner,
    request: { method: string; url: string; body: Uint8Array | undefined },
    now_ms: number,
    is_answer_secret: boolean,
  ): Promise<IdempotentRequest>
  /** Removes answers older than a day; gives how many. */
  removeOld(now_ms: number): Promise<number>
}

/** Stores answers in `database`; those with a secret in them are sealed by `vault`. */
export function createIdempotencyKeys(database: Database, vault: Vault): IdempotencyKeys {
  const running = new Set<string>()
  return {
    async begin(owner, request, now_ms, is_answer_secret) {
      if (!/^[\x20-\x7e]{1,255}$/.test(owner.idempotency_key)) {
        throw invalid('Idempotency-Key', `Idempotency-Key must be 1 to ${LONGEST_KEY} printable ASCII characters`)
      }
      // Those of keys belong to a company, so what a key does in its organization is kept where members' answers are: no two ids are the same.
      const answers = 'api_key_id' in owner && owner.company_id ? ofKeys : ofSessions
      const holder = 'api_key_id' in owner ? owner.api_key_id : owner.user_id
      const key: RowKey = { company_id: owner.company_id ?? NO_COMPANY, holder, idempotency_key: owner.idempotency_key }
      const name = `${key.company_id} ${holder} ${key.idempotency_key}`
      if (running.has(name)) {
        throw isRunning()
      }
      running.add(name)
      const end = () => void running.delete(name)
      try {
        const fingerprint = fingerprintOf(request)
        const since = new Date(now_ms - KEPT_MS).toISOString()
        const stored = await database.readOne((tx) => answers.find.first(tx, { ...key, since }))
        if (stored && stored.fingerprint !== fingerprint) {
          const sentence = 'This Idempotency-Key was used for another request: use a new key for each new request'
          throw new ApiError(422, [{ error: sentence, code: 'idempotency_key_reused' }])
        }
        const check = async (tx: WriteTx) => {
          // Where there are no others, `running` has said all.
          if (database.is_exclusive) return
          if (!owner.company_id) await ('user_id' in owner ? lockMember.first(tx, owner) : lockKey.first(tx, owner))
          if (await answers.find.first(tx, { ...key, since })) throw isRunning()
        }
        const save = async (tx: WriteTx, { status, body: shown }: StoredAnswer) => {
          const body = is_answer_secret ? vault.seal(shown, name) : shown
          answers.save.post(tx, { ...key, status, body, fingerprint, created_at: new Date(now_ms).toISOString() })
        }
        const replay = stored && {
          status: stored.status,
          body: is_answer_secret ? vault.open(stored.body, name) : stored.body,
        }
        return { replay, check, save, end }
      } catch (error) {
        end()
        throw error
      }
    },
    async removeOld(now_ms) {
      const until = new Date(now_ms - KEPT_MS).toISOString()
      return database.write(async (tx) => {
        let removed = 0
        for (const stored of [ofKeys, ofSessions]) {
          const old = await stored.findOld.all(tx, { until, limit: REMOVED_AT_ONCE })
          for (const key of old) stored.remove.post(tx, key)
          removed += old.length
        }
        return removed
      })
    },
  }
}

function isRunning(): ApiError {
  return conflict('idempotency_key_in_use', 'A request with this Idempotency-Key is still running: try again in a moment')
}

function fingerprintOf(request: { method: string; url: string; body: Uint8Array | undefined }): string {
  return sha256(`${request.method} ${request.url} ${request.body ? sha256(request.body) : ''}`)
}

const findSealed = statement<{ from: string; to: string }>()((db, p) =>
  db.selectFrom('idempotency_keys').select('idempotency_key').where('body', '>=', p.from).where('body', '<', p.to).limit(1),
)

/** Whether there is a kept answer that shows a secret, and so is sealed. */
export const hasSealedAnswers = async (tx: Tx) => (await findSealed.first(tx, SEALED_TEXTS)) !== undefined

/** Removes answers that are not kept any more. */
export const removeOldAnswers = (keys: Pick<IdempotencyKeys, 'removeOld'>) =>
  defineJob({
    kind: 'idempotency.retention',
    every: 'hour',
    async run({ now_ms }) {
      let removed = 0
      for (let count = 1; count > 0; removed += count) count = await keys.removeOld(now_ms)
      return { removed }
    },
  })
