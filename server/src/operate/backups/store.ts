// Folders and buckets that hold backups. A backup is there whole, or not at all.
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, openAsBlob } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BackupPlace } from './place.ts'

/** Where backups are. All throw an Error that says what failed. */
export interface BackupStore {
  /** The names of all files in it, backups and others; or of those in a folder of it, which need not exist. */
  list(folder?: string): Promise<string[]>
  /** Puts a file in under a name, as a whole: a reader never sees a part of it. */
  put(name: string, file: string): Promise<void>
  /** The bytes of a file. */
  get(name: string): Promise<Readable>
  remove(names: readonly string[]): Promise<void>
}

/** Opens a place. Nothing is asked of it yet. A request to a bucket takes as long as `timeout_ms` at most. */
export const openStore = async (place: BackupPlace, timeout_ms = LONGEST_REQUEST_MS): Promise<BackupStore> =>
  place.kind === 'folder' ? folderStore(place.path) : await bucketStore(place, timeout_ms)

/** One request may take so long: an upload of 5 GB over a slow line takes hours, but its parts do not. */
const LONGEST_REQUEST_MS = 10 * 60_000

/** Begins the name of a file that is not whole yet. Those of a process that was killed are removed by the next one. */
const DRAFT = '.partial-'

/** The name of a draft: whose it is, so that another backup at the same time leaves it alone. */
export const draftName = (): string => `${process.pid}-${randomBytes(4).toString('hex')}`

/** Whether the process that made a draft has ended. */
export function isLeft(draft: string): boolean {
  try {
    process.kill(Number.parseInt(draft, 10), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

function folderStore(folder: string): BackupStore {
  return {
    async list(under) {
      if (under !== undefined && !existsSync(join(folder, under))) return []
      return (await readdir(join(folder, under ?? ''))).filter((name) => !name.startsWith(DRAFT))
    },
    async put(name, file) {
      for (const left of await readdir(folder))
        if (left.startsWith(DRAFT) && isLeft(left.slice(DRAFT.length))) await rm(join(folder, left), { force: true })
      const draft = join(folder, `${DRAFT}${draftName()}`)
      await pipeline(createReadStream(file), createWriteStream(draft, { mode: 0o600, flush: true }))
      const under = dirname(join(folder, name))
      // Not the folder itself: where that is missing, a disk may not be mounted.
      if (under !== folder && !existsSync(under)) await mkdir(under, { recursive: true, mode: 0o700 })
      await rename(draft, join(folder, name))
      await flush(under)
    },
    get: async (name) => createReadStream(join(folder, name)),
    async remove(names) {
      for (const name of names) await rm(join(folder, name), { force: true })
      // A folder in it that has become empty goes, too.
      for (const under of new Set(names.map((name) => dirname(name)))) await removeEmpty(folder, under)
    },
  }
}

async function removeEmpty(folder: string, under: string): Promise<void> {
  if (under === '.' || (await readdir(join(folder, under)).catch(() => ['gone'])).length > 0) return
  await rmdir(join(folder, under)).catch(() => {})
  await removeEmpty(folder, dirname(under))
}

/** The name of a file is durable once its folder is. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Several parts at a time are in memory. */
const PART_BYTES = 16 * 1024 * 1024
/** As many as S3 takes in one request. */
const DELETED_AT_ONCE = 1_000

async function bucketStore(
  { endpoint, prefix, region, key_id, secret }: BackupPlace & { kind: 's3' },
  timeout_ms: number,
): Promise<BackupStore> {
  // Loaded when needed: most installations have a folder.
  const { S3mini } = await import('s3mini')
  const bucket = new S3mini({
    endpoint,
    region,
    accessKeyId: key_id,
    secretAccessKey: secret,
    requestAbortTimeout: timeout_ms,
    requestSizeInBytes: PART_BYTES,
    minPartSize: PART_BYTES,
  })
  return {
    async list(under) {
      const begin = under === undefined ? prefix : `${prefix}${under}/`
      const found = (await bucket.listObjects('/', begin)) ?? []
      return found.map(({ Key }) => Key.slice(begin.length)).filter((name) => name !== '')
    },
    async put(name, file) {
      const answer = await bucket.putAnyObject(`${prefix}${name}`, await openAsBlob(file), 'application/octet-stream')
      if (!answer.ok) throw new Error(`the store refused ${name} with ${answer.status}`)
    },
    async get(name) {
      const answer = await bucket.getObjectResponse(`${prefix}${name}`)
      if (!answer?.body) throw new Error(`the store has no ${name}`)
      // Of the same kind, for two lists of types.
      return Readable.fromWeb(answer.body as never)
    },
    async remove(names) {
      for (let at = 0; at < names.length; at += DELETED_AT_ONCE) {
        const keys = names.slice(at, at + DELETED_AT_ONCE).map((name) => `${prefix}${name}`)
        if (keys.length === 1) await bucket.deleteObject(keys[0]!)
        else await bucket.deleteObjects(keys)
      }
    },
  }
}
