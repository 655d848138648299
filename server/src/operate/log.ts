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
  const file = pino.destination({ fd: 2, sync: false, maxWrite: LONGEST_WRITE, maxLength: MOST_WAITING })
  /** Whole lines. The library counts the bytes of all that it is given, which costs more for each line than the line. */
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  const pass = () => {
    if (waiting !== '') file.write(waiting)
    waiting = ''
  }
  const writeLine = (line: string) => {
    waiting += line
    if (waiting.length >= WRITTEN_AT_ONCE) pass()
    // Once it exists, it is only set again: a new timer for each part would cost more than its lines.
    else if (waiting.length === line.length) timer = timer?.refresh() ?? setTimeout(pass, LONGEST_WAIT_MS).unref()
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
