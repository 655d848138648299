// Folders and buckets that hold backups. A backup is there whole, or not at all.
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BackupPlace } from './place.ts'

/** Where backups are. All throw an Error that says what failed. */
export interface BackupStore {
  /** The names of all files in it, backups and others. */
  list(): Promise<string[]>
  /** Puts a file in under a name, as a whole: a reader never sees a part of it. */
  put(name: string, file: string): Promise<void>
  /** The bytes of a file. */
  get(name: string): Promise<Readable>
  remove(name: string): Promise<void>
}

/** Opens a place. Nothing is asked of it yet. */
export const openStore = async (place: BackupPlace): Promise<BackupStore> =>
  place.kind === 'folder' ? folderStore(place.path) : await bucketStore(place)

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
    list: async () => (await readdir(folder)).filter((name) => !name.startsWith(DRAFT)),
    async put(name, file) {
      for (const left of await readdir(folder))
        if (left.startsWith(DRAFT) && isLeft(left.slice(DRAFT.length))) await rm(join(folder, left), { force: true })
      const draft = join(folder, `${DRAFT}${draftName()}`)
      await pipeline(createReadStream(file), createWriteStream(draft, { mode: 0o600, flush: true }))
      await rename(draft, join(folder, name))
      await flush(folder)
    },
    get: async (name) => createReadStream(join(folder, name)),
    remove: (name) => rm(join(folder, name), { force: true }),
  }
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

/** One request may take so long: an upload of 5 GB over a slow line takes hours, but its parts do not. */
const LONGEST_REQUEST_MS = 10 * 60_000
/** Several parts at a time are in memory. */
const PART_BYTES = 16 * 1024 * 1024

async function bucketStore({ endpoint, prefix, region, key_id, secret }: BackupPlace & { kind: 's3' }): Promise<BackupStore> {
  // Loaded when needed: most installations have a folder.
  const { S3mini } = await import('s3mini')
  const bucket = new S3mini({
    endpoint,
    region,
    accessKeyId: key_id,
    secretAccessKey: secret,
    requestAbortTimeout: LONGEST_REQUEST_MS,
    requestSizeInBytes: PART_BYTES,
    minPartSize: PART_BYTES,
  })
  return {
    async list() {
      const found = (await bucket.listObjects('/', prefix)) ?? []
      return found.map(({ Key }) => Key.slice(prefix.length)).filter((name) => name !== '')
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
    async remove(name) {
      await bucket.deleteObject(`${prefix}${name}`)
    },
  }
}
