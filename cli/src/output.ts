// The output of commands: JSON for programs, lines for people, and nothing else on standard output.

import type { AddHelpTextContext } from 'commander'

const DEFAULT_WIDTH = 80

/** A fault of the command line itself; its message is the one line that is shown. */
export class CliError extends Error {}

/**
 * Prints one JSON value with `--json`, else the lines. Text typed by others can't move the cursor or change the direction: see `printable`.
 * JSON for programs keeps its characters; on a terminal they are escaped, which means the same.
 */
export function print(as_json: boolean | undefined, value: unknown, lines: readonly string[]): void {
  if (!as_json) process.stdout.write(`${lines.map(printable).join('\n')}\n`)
  else process.stdout.write(`${process.stdout.isTTY ? printable(JSON.stringify(value)) : JSON.stringify(value)}\n`)
}

/** One line of text in which control characters (C0, C1), and those that change the direction of writing, are escaped: `\u001b`. */
export function printable(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches them on purpose
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** The columns of the terminal; a width that fits everywhere if there is none. */
export function screenWidth(): number {
  return process.stdout.columns || DEFAULT_WIDTH
}

/**
 * A text for `addHelpText` that fits the width of the terminal: prose is wrapped between words, and a command that is too long (a line
 * that starts with two spaces) continues after a backslash, so that it can still be copied.
 */
export function wrapped(text: string): (context: AddHelpTextContext) => string {
  return ({ command }) => {
    const width = screenWidth()
    const help = command.createHelp()
    return text
      .split('\n')
      .map((line) => (line.startsWith('  ') ? foldCommand(line, width) : help.boxWrap(line, width)))
      .join('\n')
  }
}

function foldCommand(line: string, width: number): string {
  const lines: string[] = []
  for (const part of line.split(/ (?=--)/)) {
    const last = lines.at(-1)
    // Two columns are kept for the backslash.
    if (last !== undefined && last.length + 1 + part.length <= width - 2) lines[lines.length - 1] = `${last} ${part}`
    else lines.push(last === undefined ? part : `    ${part}`)
  }
  return lines.join(' \\\n')
}

/** Lines of a table: columns as wide as their widest cell, as it is printed. */
export function table(head: readonly string[], given: readonly (readonly string[])[]): string[] {
  const rows = given.map((row) => row.map(printable))
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)))
  return [head, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}

/** A table with all its columns where `width` has room for them, else with the first `narrow` of them. */
export function fittingTable(head: readonly string[], rows: readonly string[][], width: number, narrow: number): string[] {
  const whole = table(head, rows)
  if (whole.every((line) => line.length <= width)) return whole
  return table(
    head.slice(0, narrow),
    rows.map((row) => row.slice(0, narrow)),
  )
}

/** The local day and time of an instant: `2026-03-01`, `12:00:00`. Pure except for the time zone of the machine. */
export function localParts(at: Date): [day: string, time: string] {
  // Sweden writes dates as ISO 8601 does.
  const [day, time] = at.toLocaleString('sv-SE').split(' ')
  return [day!, time!]
}
