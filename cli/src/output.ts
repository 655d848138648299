// What the commands print: JSON for programs, lines for people, and nothing else on standard output.

/** A fault of the command line itself; its message is the one line that is shown. */
export class CliError extends Error {}

/** Prints one JSON value with `--json`, else the lines. */
export function print(as_json: boolean | undefined, value: unknown, lines: readonly string[]): void {
  process.stdout.write(as_json ? `${JSON.stringify(value)}\n` : `${lines.join('\n')}\n`)
}

/** Lines of a table: columns as wide as their widest cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)))
  return [head, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}
