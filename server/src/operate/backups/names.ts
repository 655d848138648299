// The names of backups, which say all that is known of them: when, of which form, and whether they are encrypted. Pure.

/** `db`: the file of SQLite. `jsonl`: everything as JSON lines, as `quoin export` writes it, from either engine. */
export type BackupForm = 'db' | 'jsonl'

export interface Backup {
  name: string
  /** When it was begun, to the second, in milliseconds since 1970. */
  made_ms: number
  form: BackupForm
  is_encrypted: boolean
  /** The segments of the log that continue it, if there are any. */
  link: Link | undefined
}

/**
 * How a backup is continued by the log. What is in the backup and not in the segments before `from` is in those from there on. With all of them up
 * to `through`, or further, they make one state; with fewer, they would take back what the backup has.
 */
export interface Link {
  chain: string
  from: number
  through: number
}

const NAME = /^quoin-(\d{8}T\d{6}Z)(?:\.log-(\d{8}T\d{6}Z-[0-9a-f]{8})-(\d+)-(\d+))?\.(db|jsonl)\.gz(\.age)?$/

/** `quoin-20261130T031500Z.db.gz`, with its link before `.db` if it has one, and `.age` behind it where it is encrypted. */
export function backupName(now_ms: number, form: BackupForm, is_encrypted: boolean, link?: Link): string {
  const linked = link ? `.log-${link.chain}-${link.from}-${link.through}` : ''
  return `quoin-${momentOf(now_ms)}${linked}.${form}.gz${is_encrypted ? '.age' : ''}`
}

/** A time as names have it: `20261130T031500Z`. */
export const momentOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

const MOMENT = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})?Z$/

/** The milliseconds since 1970 of a time in a name, which may have three more digits; NaN for one that is none. */
export const readMoment = (text: string): number =>
  Date.parse(
    text.replace(
      MOMENT,
      (_, year, month, day, hour, minute, second, ms = '000') => `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`,
    ),
  )

/** What a name says; undefined for a file that is not a backup: it is left alone. */
export function readBackupName(name: string): Backup | undefined {
  const [, moment, chain, from, through, form, age] = NAME.exec(name) ?? []
  if (moment === undefined) return undefined
  const made_ms = readMoment(moment)
  const link = chain === undefined ? undefined : { chain, from: Number(from), through: Number(through) }
  return Number.isNaN(made_ms) ? undefined : { name, made_ms, form: form as BackupForm, is_encrypted: age !== undefined, link }
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
