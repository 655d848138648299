// Files that are there completely or not at all: written next to their path under another name, and moved there once they are durable.
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { CliError } from './output.ts'

/**
 * Makes the file at `path`, readable by its owner only: `write` fills a draft next to it, which is moved there once it is on the disk. A
 * process that is killed leaves at most the draft, named `….partial-…`, which the next call for this path removes. Throws CliError if
 * something is there and `force` is not set, or the folder can't be written.
 */
export async function writeWholeFile<T>(
  path: string,
  force: boolean | undefined,
  write: (draft: string) => Promise<T>,
): Promise<T> {
  const place = placeOf(path, force)
  removeDraftsOfTheDead(place)
  const draft = `${place}.partial-${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    closeSync(openSync(draft, 'wx', 0o600))
  } catch (error) {
    throw new CliError(`${path} can't be written: ${(error as Error).message}`)
  }
  try {
    const made = await write(draft)
    flush(draft)
    // Checked again: it may have been made meanwhile.
    placeOf(path, force)
    renameSync(draft, place)
    flush(dirname(place))
    return made
  } finally {
    for (const name of [draft, `${draft}-journal`, `${draft}-wal`, `${draft}-shm`]) rmSync(name, { force: true })
  }
}

/** Where the file goes: through links, so that one is not replaced by a file. */
function placeOf(path: string, force: boolean | undefined): string {
  if (!lstatSync(path, { throwIfNoEntry: false })) return path
  if (!force) throw new CliError(`${path} exists already: give another name, or --force to replace it`)
  const place = existsSync(path) ? realpathSync(path) : path
  if (!statSync(place, { throwIfNoEntry: false })?.isFile()) throw new CliError(`${path} is not an ordinary file`)
  // A file put under the log of another database is damaged by it.
  if (existsSync(`${place}-wal`) || existsSync(`${place}-journal`)) throw new CliError(`${path} is a database in use`)
  return place
}

function removeDraftsOfTheDead(place: string): void {
  const drafts = `${basename(place)}.partial-`
  let names: string[] = []
  try {
    names = readdirSync(dirname(place)).filter((name) => name.startsWith(drafts))
  } catch {
    // The draft that can't be made says it better.
  }
  for (const name of names) {
    const pid = Number(/^\d+/.exec(name.slice(drafts.length))?.[0])
    if (pid > 0 && !isAlive(pid)) rmSync(join(dirname(place), name), { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

function flush(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
