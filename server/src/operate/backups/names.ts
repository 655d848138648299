// The names of backups, which say all that is known of them: when, of which form, and whether they are encrypted. Pure.

/** `db`: the file of SQLite. `jsonl`: everything as JSON lines, as `quoin export` writes it, from either engine. */
export type BackupForm = 'db' | 'jsonl'

export interface Backup {
  name: string
  /** When it was begun, to the second, in milliseconds since 1970. */
  made_ms: number
  form: BackupForm
  is_encrypted: boolean
}

const NAME = /^quoin-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.(db|jsonl)\.gz(\.age)?$/

/** `quoin-20261130T031500Z.db.gz`, and `.age` behind it where it is encrypted. */
export function backupName(now_ms: number, form: BackupForm, is_encrypted: boolean): string {
  const moment = new Date(now_ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  return `quoin-${moment}Z.${form}.gz${is_encrypted ? '.age' : ''}`
}

/** What a name says; undefined for a file that is not a backup: it is left alone. */
export function readBackupName(name: string): Backup | undefined {
  const [, year, month, day, hour, minute, second, form, age] = NAME.exec(name) ?? []
  if (year === undefined) return undefined
  const made_ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(made_ms) ? undefined : { name, made_ms, form: form as BackupForm, is_encrypted: age !== undefined }
}

/** The backups among names, the newest first. */
export const backupsIn = (names: readonly string[]): Backup[] =>
  names
    .map(readBackupName)
    .filter((backup) => backup !== undefined)
    .sort((a, b) => b.made_ms - a.made_ms)

/** How long backups are kept: the newest `count`, and of the others those of the last `days`, if that is set. */
export interface Keep {
  count: number
  days: number | undefined
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Those to remove, of backups that begin with the newest. The newest stays, whatever the settings. */
export const outdated = (backups: readonly Backup[], { count, days }: Keep, now_ms: number): Backup[] =>
  backups.slice(Math.max(1, count)).filter(({ made_ms }) => days === undefined || made_ms <= now_ms - days * DAY_MS)
