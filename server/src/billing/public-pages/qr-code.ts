import { type Html, html } from '../../kernel/html.ts'

/** The clear border that readers need, in dots. */
const BORDER = 4
/** The Swiss cross in the middle of a QR-bill: 7 mm of 46. */
const CROSS = 7 / 46

/** A QR code as a picture in the page; `rows` are its dots as 0 and 1. A Swiss one has the cross that its rules ask for. */
export function qrCode(rows: readonly string[], alt: string, { is_swiss = false } = {}): Html {
  const size = rows.length + 2 * BORDER
  const path = rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map(({ 0: { length }, index }) => `M${index + BORDER} ${y + BORDER}h${length}v1h-${length}z`),
    )
    .join('')
  return html`<svg role="img" aria-label="${alt}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#000" d="${path}"/>${is_swiss && cross(rows.length, size)}</svg>`
}

function cross(dots: number, size: number): Html {
  const side = dots * CROSS
  const at = (part: number) => (size / 2 - (side * part) / 2).toFixed(3)
  const long = (part: number) => (side * part).toFixed(3)
  return html`<rect fill="#fff" x="${at(1.15)}" y="${at(1.15)}" width="${long(1.15)}" height="${long(1.15)}"/><rect fill="#000" x="${at(1)}" y="${at(1)}" width="${long(1)}" height="${long(1)}"/><rect fill="#fff" x="${at(0.64)}" y="${at(0.2)}" width="${long(0.64)}" height="${long(0.2)}"/><rect fill="#fff" x="${at(0.2)}" y="${at(0.64)}" width="${long(0.2)}" height="${long(0.64)}"/>`
}
