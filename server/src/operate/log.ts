// The log of a process: JSON lines on standard error, or readable lines when that is a terminal.
import { type Logger, pino } from 'pino'

/** Lines of requests are written together: a write costs as much as twenty lines. */
const WRITTEN_AT_ONCE = 64 * 1024
const LONGEST_WRITE = 256 * 1024
const LONGEST_WAIT_MS = 100
/** What may wait while standard error is not read: then lines are dropped, and requests are answered. */
const MOST_WAITING = 16 * 1024 * 1024
const WARN = 40

export interface OpenLog {
  log: Logger
  /** Writes a finished line of JSON, soon; undefined on a terminal, where lines are made readable. */
  writeLine?: (line: string) => void
}

/** Opens the log at a level of pino. Warnings and errors are written at once, all that waits before them. */
export function openLog(level: string): OpenLog {
  if (process.stderr.isTTY) return { log: pino({ level, transport: { target: 'pino-pretty', options: { destination: 2 } } }) }
  const file = pino.destination({ fd: 2, sync: false, contentMode: 'buffer', maxWrite: LONGEST_WRITE, maxLength: MOST_WAITING })
  /** Lines as bytes, made at once: as text they would be gathered from all over the memory when they are written. */
  let waiting = Buffer.allocUnsafe(WRITTEN_AT_ONCE)
  let used = 0
  let timer: NodeJS.Timeout | undefined
  const pass = () => {
    if (used === 0) return
    const full = waiting.subarray(0, used)
    // Not used again: it may be written a while later.
    waiting = Buffer.allocUnsafe(WRITTEN_AT_ONCE)
    used = 0
    // The types of the library know texts only.
    file.write(full as unknown as string)
  }
  const writeLine = (line: string) => {
    // A character has at most so many bytes.
    const longest = line.length * 3
    if (longest > WRITTEN_AT_ONCE - used) pass()
    if (longest > WRITTEN_AT_ONCE) file.write(Buffer.from(line) as unknown as string)
    else {
      // Once it exists, it is only set again: a new timer for each part would cost more than its lines.
      if (used === 0) timer = timer?.refresh() ?? setTimeout(pass, LONGEST_WAIT_MS).unref()
      used += waiting.write(line, used)
    }
  }
  const destination = {
    /** Set by pino before each line, since it is asked for here. */
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      writeLine(line)
      if (destination.lastLevel < WARN) return
      pass()
      file.flushSync()
    },
  }
  // The library writes what it has at the end of a process; it must have it by then.
  process.on('exit', () => {
    pass()
    file.flushSync()
  })
  return { log: pino({ level }, destination), writeLine }
}
