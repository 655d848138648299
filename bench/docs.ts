// Puts the figures of a run into bench/results.md, between its markers, and draws bench/results.svg.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plotOf } from './plot.ts'
import { machineLine, noiseLines, type Table, tablesOf } from './report.ts'
import type { Results } from './results.ts'

const RESULTS = join(import.meta.dirname, 'results.md')
const PLOT_FILE = join(import.meta.dirname, 'results.svg')
const BEGIN = '<!-- figures: written by `npm run bench -- --write-docs` -->'
const END = '<!-- end of figures -->'
const PLOT = '![Requests per second beside the bare limits, and how the median grows with the database](results.svg)'

/** Throws when the page has no markers. */
export function writeDocs(results: Results): void {
  writeFileSync(RESULTS, replaceFigures(readFileSync(RESULTS, 'utf8'), figuresText(results)))
  writeFileSync(PLOT_FILE, plotOf(results))
}

/** The page with other figures between its markers. */
export function replaceFigures(page: string, figures: string): string {
  const begin = page.indexOf(BEGIN)
  const end = page.indexOf(END)
  if (begin < 0 || end < begin) throw new Error('bench/results.md has lost the markers of its figures')
  return `${page.slice(0, begin + BEGIN.length)}\n\n${figures}\n\n${page.slice(end)}`
}

function figuresText(results: Results): string {
  const noise = noiseLines(results).map((line) => `- ${line}`)
  return [PLOT, `${machineLine(results)}.`, ...tablesOf(results).map(markdownOf), noise.join('\n')].filter(Boolean).join('\n\n')
}

function markdownOf({ title, head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, column) => (column === 0 || rows.every((row) => /[a-z]{3}/.test(row[column]!)) ? '---' : '---:'))
  return [`**${title}**`, '', line(head), line(rule), ...rows.map(line)].join('\n')
}
