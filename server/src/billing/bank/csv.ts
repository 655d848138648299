// Pure: reads the rows of a CSV file (RFC 4180) in whatever encoding and with whatever delimiter a bank wrote it.
import { UnreadableFile } from '../../kernel/xml.ts'

/** Rows that are read: transactions, and what banks write above and below them. */
const MOST_ROWS = 11_000
const MOST_COLUMNS = 200
const LONGEST_CELL = 10_000
/** The rows that are looked at to find the delimiter. */
const ROWS_TO_GUESS_BY = 20
/** Characters of the file that are looked at for that. */
const LONGEST_START = 200_000

export interface CsvRow {
  cells: string[]
  /** Its first line in the file, from 1. */
  line: number
}

/**
 * The rows of a file, without blank ones. The delimiter is `;`, `,`, tab or `|`, whichever gives most rows the same number of columns. Throws
 * UnreadableFile for quotes that are never closed, and for rows, columns and cells beyond all bounds.
 */
export function readCsv(text: string): CsvRow[] {
  const [first] = /^sep=(.)\r?\n/i.exec(text) ?? []
  const body = first === undefined ? text : text.slice(first.length)
  const delimiter = first === undefined ? delimiterOf(body) : first[4]!
  return rowsOf(body, delimiter, MOST_ROWS)
}

/** The names of the columns, by the first rows: of the fullest of them, the first. Never throws. */
export function columnsOf(text: string): string[] {
  const start = text.slice(0, LONGEST_START)
  const rows = rowsOf(start, delimiterOf(start), ROWS_TO_GUESS_BY, true).map(({ cells }) => cells.filter((cell) => cell !== ''))
  return rows.reduce((fullest, cells) => (cells.length > fullest.length ? cells : fullest), [])
}

function delimiterOf(text: string): string {
  let best = ';'
  let most = 0
  for (const delimiter of [';', '\t', ',', '|']) {
    const counts = new Map<number, number>()
    for (const { cells } of rowsOf(text.slice(0, LONGEST_START), delimiter, ROWS_TO_GUESS_BY, true))
      if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
    // Rows of one width count; more columns decide between equals.
    const score = Math.max(0, ...[...counts].map(([columns, rows]) => rows * 1_000 + Math.min(columns, 999)))
    if (score > most) {
      best = delimiter
      most = score
    }
  }
  return best
}

/** `is_guess`: faults end the reading instead of being thrown, and so does the number of rows. */
function rowsOf(text: string, delimiter: string, most: number, is_guess = false): CsvRow[] {
  const rows: CsvRow[] = []
  let at = 0
  let line = 1
  const fault = (sentence: string): CsvRow[] => {
    if (is_guess) return rows
    throw new UnreadableFile(sentence)
  }
  while (at < text.length) {
    const start = line
    const cells: string[] = []
    for (let is_row = true; is_row; ) {
      let cell: string
      if (text[at] === '"') {
        const end = closingQuote(text, at + 1)
        if (end < 0) return fault(`Line ${line}: a quote (") is never closed.`)
        cell = text.slice(at + 1, end).replaceAll('""', '"')
        line += linesIn(text, at, end)
        at = end + 1
        // What stands behind the closing quote belongs to the cell, as spreadsheets read it.
        const rest = endOfCell(text, at, delimiter)
        cell += text.slice(at, rest).trimEnd()
        at = rest
      } else {
        const end = endOfCell(text, at, delimiter)
        cell = text.slice(at, end)
        at = end
      }
      if (cell.length > LONGEST_CELL) return fault(`Line ${line}: a cell has more than ${LONGEST_CELL} characters.`)
      cells.push(cell.trim())
      if (cells.length > MOST_COLUMNS) return fault(`Line ${line}: a row has more than ${MOST_COLUMNS} columns.`)
      is_row = text[at] === delimiter
      if (is_row) at += 1
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    at += 1
    line += 1
    if (cells.some((cell) => cell !== '')) rows.push({ cells, line: start })
    if (rows.length > most) return is_guess ? rows : fault(`The file has more than ${most} rows.`)
  }
  return rows
}

/** The quote that ends a cell: two of them are one character of it. */
function closingQuote(text: string, from: number): number {
  let end = text.indexOf('"', from)
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  return end
}

function endOfCell(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (character === delimiter || character === '\n' || character === '\r') return at
  }
  return text.length
}

function linesIn(text: string, from: number, until: number): number {
  let lines = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < until; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}
