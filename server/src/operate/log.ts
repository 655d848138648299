// The log of a process: JSON lines on standard error, or readable lines when that is a terminal.
import { type Logger, pino } from 'pino'

/** Lines of requests are written together: a write costs as much as twenty lines. */
const WRITTEN_AT_ONCE = 16 * 1024
const LONGEST_WRITE = 64 * 1024
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
  // It flushes itself at the end of the process.
  const file = pino.destination({
    fd: 2,
    sync: false,
    minLength: WRITTEN_AT_ONCE,
    maxWrite: LONGEST_WRITE,
    maxLength: MOST_WAITING,
  })
  let is_flushing = false
  const flush = () => {
    is_flushing = false
    file.flush()
  }
  const writeLine = (line: string) => {
    file.write(line)
    if (is_flushing) return
    is_flushing = true
    // The process need not wait for it: at its end all is written.
    setTimeout(flush, LONGEST_WAIT_MS).unref()
  }
  const destination = {
    /** Set by pino before each line, since it is asked for here. */
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      writeLine(line)
      if (destination.lastLevel >= WARN) file.flushSync()
    },
  }
  return { log: pino({ level }, destination), writeLine }
}
