// Idempotency-Key: the first answer of a key is kept for a day, in the transaction of the change that it reports.
import type { Database, Tx, WriteTx } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { sha256 } from '../kernel/crypto.ts'
import { ApiError, conflict, invalid } from '../kernel/errors.ts'
import type { ApiKeyId, CompanyId } from '../kernel/ids.ts'
import { SEALED_TEXTS, type Vault } from '../kernel/vault.ts'

const KEPT_MS = 24 * 60 * 60 * 1000
const LONGEST_KEY = 255
/** Stored answers that one cleaning removes at most, so that a cleaning never holds up a write for long. */
const REMOVED_AT_ONCE = 1_000

/** Whom a key belongs to: the same text under another API key or company is another key. */
interface KeyOwner {
  company_id: CompanyId
  api_key_id: ApiKeyId
  idempotency_key: string
}

export interface StoredAnswer {
  status: number
  body: string
}

const findAnswer = statement<KeyOwner & { since: string }>()((db, p) =>
  db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'body'])
    .where('company_id', '=', p.company_id)
    .where('api_key_id', '=', p.api_key_id)
    .where('idempotency_key', '=', p.idempotency_key)
    .where('created_at', '>', p.since),
)

const saveAnswer = statement<KeyOwner & StoredAnswer & { fingerprint: string; created_at: string }>()((db, p) =>
  db
    .insertInto('idempotency_keys')
    .values({ ...row(p), created_at: p.created_at })
    .onConflict((stale) =>
      stale
        .columns(['company_id', 'api_key_id', 'idempotency_key'])
        .doUpdateSet({ fingerprint: p.fingerprint, status: p.status, body: p.body, created_at: p.created_at }),
    ),
)

function row(p: KeyOwner & StoredAnswer & { fingerprint: string }) {
  return {
    company_id: p.company_id,
    api_key_id: p.api_key_id,
    idempotency_key: p.idempotency_key,
    fingerprint: p.fingerprint,
    status: p.status,
    body: p.body,
  }
}

const findOldAnswers = statement<{ until: string; limit: number }>()((db, p) =>
  db
    .selectFrom('idempotency_keys')
    .select(['company_id', 'api_key_id', 'idempotency_key'])
    .where('created_at', '<=', p.until)
    .orderBy('created_at')
    .limit(p.limit),
)

const removeAnswer = statement<KeyOwner>()((db, p) =>
  db
    .deleteFrom('idempotency_keys')
    .where('company_id', '=', p.company_id)
    .where('api_key_id', '=', p.api_key_id)
    .where('idempotency_key', '=', p.idempotency_key),
)

/** One request under an Idempotency-Key, from its arrival to its end. */
export interface IdempotentRequest {
  /** The answer to repeat, when the request has been answered before. */
  replay: StoredAnswer | undefined
  /**
   * Throws 409 `idempotency_key_in_use` when another process has answered a request under the key since this one began. Asked inside the
   * transaction, in which no other of the company can answer any more.
   */
  check(tx: WriteTx): Promise<void>
  /** Keeps the answer, in the transaction of the change. */
  save(tx: WriteTx, answer: StoredAnswer): Promise<void>
  /** Must be called when the request is over, however it ended. */
  end(): void
}

export interface IdempotencyKeys {
  /**
   * Begins a request under `idempotency_key`. Throws 400 for a key that isn't 1–255 printable ASCII characters, 409
   * `idempotency_key_in_use` while the first request under it is running, 422 `idempotency_key_reused` when the key was used for another
   * request. `request` is all that makes two requests the same: method, URL and body. Refused requests keep nothing, so they can be repeated.
   * `is_answer_secret`: the answer is kept sealed.
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

/** Keeps answers in `database`; those with a secret in them lie there sealed by `vault`. */
export function createIdempotencyKeys(database: Database, vault: Vault): IdempotencyKeys {
  const running = new Set<string>()
  return {
    async begin(owner, request, now_ms, is_answer_secret) {
      if (!/^[\x20-\x7e]{1,255}$/.test(owner.idempotency_key)) {
        throw invalid('Idempotency-Key', `Idempotency-Key must be 1 to ${LONGEST_KEY} printable ASCII characters`)
      }
      const name = `${owner.company_id} ${owner.api_key_id} ${owner.idempotency_key}`
      if (running.has(name)) {
        throw isRunning()
      }
      running.add(name)
      const end = () => void running.delete(name)
      try {
        const fingerprint = fingerprintOf(request)
        const since = new Date(now_ms - KEPT_MS).toISOString()
        const stored = await database.readOne((tx) => findAnswer.first(tx, { ...owner, since }))
        if (stored && stored.fingerprint !== fingerprint) {
          const sentence = 'This Idempotency-Key was used for another request: use a new key for each new request'
          throw new ApiError(422, [{ error: sentence, code: 'idempotency_key_reused' }])
        }
        const check = async (tx: WriteTx) => {
          // Where there are no others, `running` has said all.
          if (!database.is_exclusive && (await findAnswer.first(tx, { ...owner, since }))) throw isRunning()
        }
        const save = async (tx: WriteTx, { status, body: shown }: StoredAnswer) => {
          const body = is_answer_secret ? vault.seal(shown, name) : shown
          saveAnswer.post(tx, { ...owner, status, body, fingerprint, created_at: new Date(now_ms).toISOString() })
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
        const old = await findOldAnswers.all(tx, { until, limit: REMOVED_AT_ONCE })
        for (const owner of old) removeAnswer.post(tx, owner)
        return old.length
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
