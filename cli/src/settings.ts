// The files that the client commands keep between runs, in the person's own folder: the login, the local signing secret, the positions of
// `listen`. Only the person may read them, and a file is always complete.
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { CliError } from './output.ts'

/** `$XDG_CONFIG_HOME/quoin`, or `~/.config/quoin`. */
function settingsFolder(): string {
  const base = process.env['XDG_CONFIG_HOME']
  return join(base && isAbsolute(base) ? base : join(homedir(), '.config'), 'quoin')
}

/** The text of a settings file; undefined if there is none. Throws CliError, as all of these do, when the system refuses it. */
export function readSetting(name: string): string | undefined {
  try {
    return readFileSync(join(settingsFolder(), name), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw refused(name, 'read', error)
  }
}

/** Replaces a settings file: a simultaneous reader gets either the old or the new one, complete. */
export function writeSetting(name: string, text: string): void {
  const { file, draft } = writeDraft(name, text)
  try {
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw refused(name, 'written', error)
  }
}

/** Writes a settings file unless there is one; gives the text of the one there is then. Of several at once, one wins for all. */
export function keepSetting(name: string, text: string): string {
  const kept = readSetting(name)
  if (kept !== undefined) return kept
  const { file, draft } = writeDraft(name, text)
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw refused(name, 'written', error)
  } finally {
    rmSync(draft)
  }
  return readSetting(name)!
}

/** Removes a settings file; gives whether there was one. */
export function removeSetting(name: string): boolean {
  const file = join(settingsFolder(), name)
  const is_there = existsSync(file)
  rmSync(file, { force: true })
  return is_there
}

function writeDraft(name: string, text: string): { file: string; draft: string } {
  const file = join(settingsFolder(), name)
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw refused(name, 'written', error)
  }
  return { file, draft }
}

function refused(name: string, verb: 'read' | 'written', error: unknown): CliError {
  return new CliError(`${join(settingsFolder(), name)} can't be ${verb}: ${(error as Error).message}`)
}
