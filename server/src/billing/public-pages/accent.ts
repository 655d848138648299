// Pure: the company's colour on a page. People choose pale ones, and what is written must stay readable.

/** The least contrast of text, and of what is a button (WCAG 2.2, AA). */
const READABLE = 4.5

export interface Accent {
  /** The colour of areas: buttons and the line at the top. */
  fill: string
  /** What is written on it: black or white. */
  on_fill: string
  /** The same colour for text and outlines on white, as dark as it has to be. */
  ink: string
}

/** The colours that follow from `#rrggbb`. */
export function accentOf(color: string): Accent {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  let ink = channels
  while (contrast(luminance(ink), 1) < READABLE) ink = ink.map((channel) => Math.floor(channel * 0.92))
  const on_fill = contrast(luminance(channels), 1) >= READABLE ? '#ffffff' : '#000000'
  return { fill: color, on_fill, ink: `#${ink.map((channel) => channel.toString(16).padStart(2, '0')).join('')}` }
}

function luminance(channels: readonly number[]): number {
  const [red, green, blue] = channels.map((channel) => {
    const part = channel / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
