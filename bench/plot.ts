// The plot of bench/results.md: an SVG written by hand, readable on a light and on a dark background.
import type { Comparison, Growth, Results } from './results.ts'
import { scenarios } from './scenarios.ts'
import type { EngineName, Side } from './sides.ts'

const WIDTH = 760
const LABEL_WIDTH = 170
const BAR = 9
const GAP = 14
const HEAD = 34
/** Right of the bars, for the figures behind them. */
const FIGURES_WIDTH = 74

const STYLE = `text{font:12px system-ui,sans-serif;fill:#333}.h{font-weight:600}.n{font-size:10px;fill:#666}.quoin{fill:#0b6bcb}.tuned{fill:#8a94a0}.plain{fill:#c3c9d0}.axis{stroke:#999}
@media(prefers-color-scheme:dark){text{fill:#ddd}.n{fill:#aaa}.quoin{fill:#58a6ff}.tuned{fill:#8b949e}.plain{fill:#4d555e}.axis{stroke:#777}}`

const ENGINE_NAMES: Record<EngineName, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
const BARS: { side: Side; style: string; name: string }[] = [
  { side: 'Quoin', style: 'quoin', name: 'Quoin' },
  { side: 'plain', style: 'plain', name: 'bare, plain' },
  { side: 'tuned', style: 'tuned', name: 'bare, tuned' },
]

/** Requests per second next to the bare limits, and how p50 grows with the database, for each engine of the run. */
export function plotOf(results: Results): string {
  const parts: string[] = []
  let top = 0
  for (const engine of new Set(results.comparisons.map((comparison) => comparison.engine))) {
    const of_engine = results.comparisons.filter((comparison) => comparison.engine === engine)
    const comparisons = of_engine.filter(({ connections }) => connections === of_engine[0]!.connections)
    const bars = barsOf(ENGINE_NAMES[engine], comparisons)
    parts.push(`<g transform="translate(0 ${top})">${bars.svg}</g>`)
    top += bars.height
    const growth = results.growth.filter((one) => one.engine === engine)
    if (growth.length === 0) continue
    const grown = growthOf(ENGINE_NAMES[engine], growth)
    parts.push(`<g transform="translate(0 ${top})">${grown.svg}</g>`)
    top += grown.height
  }
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" width="${WIDTH}" height="${top}" role="img">`
  return `${head}\n<title>Quoin beside the bare limit</title>\n<style>${STYLE}</style>\n${parts.join('\n')}\n</svg>\n`
}

interface Part {
  svg: string
  height: number
}

/** A group of bars for each scenario, each as long as its share of the fastest; behind it requests per second. */
function barsOf(engine: string, comparisons: readonly Comparison[]): Part {
  const { connections, invoices } = comparisons[0]!
  const bars = BARS.filter(({ side }) => comparisons.some(({ sides }) => sides[side]))
  const svg = [text(0, 16, `${engine}: requests per second, ${connections} connections, ${count(invoices)} invoices`, 'h')]
  svg.push(...legendOf(bars))
  let y = HEAD
  for (const { scenario, sides } of comparisons) {
    const most = Math.max(...bars.map(({ side }) => sides[side]?.requests_per_second ?? 0))
    svg.push(text(0, y + BAR * 1.8, scenarios[scenario].title))
    for (const { side, style } of bars) {
      const measured = sides[side]
      if (!measured) continue
      const width = round(((WIDTH - LABEL_WIDTH - FIGURES_WIDTH) * measured.requests_per_second) / most)
      svg.push(`<rect class="${style}" x="${LABEL_WIDTH}" y="${y}" width="${width}" height="${BAR}"/>`)
      svg.push(text(LABEL_WIDTH + width + 5, y + BAR, count(measured.requests_per_second), 'n'))
      y += BAR + 1
    }
    y += GAP
  }
  return { svg: svg.join('\n'), height: y + GAP }
}

function legendOf(bars: typeof BARS): string[] {
  const step = 92
  const left = WIDTH - bars.length * step
  return bars.flatMap(({ style, name }, place) => [
    `<rect class="${style}" x="${left + place * step}" y="7" width="${BAR}" height="${BAR}"/>`,
    text(left + place * step + BAR + 4, 16, name, 'n'),
  ])
}

/** A bar for each scenario and size: p50 as a multiple of that of the smallest database. */
function growthOf(engine: string, growth: readonly Growth[]): Part {
  const names = growth[0]!.sizes.map(({ invoices }) => count(invoices)).join(', ')
  const svg = [text(0, 16, `${engine}: half of the requests within … ms, with ${names} invoices`, 'h')]
  const most = Math.max(...growth.flatMap(({ sizes }) => sizes.map((size) => multipleOf(size, sizes))))
  const scale = (WIDTH - LABEL_WIDTH - FIGURES_WIDTH) / Math.max(2, Math.min(most, MOST_MULTIPLE))
  let y = HEAD
  for (const { scenario, sizes } of growth) {
    svg.push(text(0, y + BAR * 1.8, scenarios[scenario].title))
    for (const size of sizes) {
      const width = round(Math.min(multipleOf(size, sizes), MOST_MULTIPLE) * scale)
      svg.push(`<rect class="quoin" x="${LABEL_WIDTH}" y="${y}" width="${width}" height="${BAR}"/>`)
      svg.push(text(LABEL_WIDTH + width + 5, y + BAR, size.measured.p50_ms.toFixed(1), 'n'))
      y += BAR + 1
    }
    y += GAP
  }
  const one = round(LABEL_WIDTH + scale)
  svg.push(`<line class="axis" x1="${one}" y1="${HEAD - 6}" x2="${one}" y2="${y - GAP}"/>`)
  return { svg: svg.join('\n'), height: y + GAP }
}

/** Longer bars are cut off; the number next to them shows the growth. */
const MOST_MULTIPLE = 4

function multipleOf(size: Growth['sizes'][number], sizes: Growth['sizes']): number {
  return size.measured.p50_ms / sizes[0]!.measured.p50_ms
}

function text(x: number, y: number, content: string, style?: string): string {
  return `<text x="${round(x)}" y="${round(y)}"${style ? ` class="${style}"` : ''}>${content}</text>`
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
