// Pure: the placeholders of a template. The dashboard's form shows them filled in, too.
import type { Formats } from '../../kernel/formats.ts'
import type { Period } from './dates.ts'

/** Fills in one text, and cuts what is longer than `most` characters then. */
export type Fill = (text: string, most?: number) => string

/** Makes the function that fills in `{month}`, `{year}` and `{period}` for a period: at once, so that what is filled in is never looked at again. */
export function fillFor({ date, last_date }: Period, formats: Pick<Formats, 'month' | 'period'>): Fill {
  const values: Readonly<Record<string, string>> = {
    '{month}': formats.month(date),
    '{year}': date.slice(0, 4),
    '{period}': formats.period(date, last_date),
  }
  return (text, most = Number.POSITIVE_INFINITY) => {
    if (!text.includes('{')) return text
    const filled = text.replace(/\{(?:month|year|period)\}/g, (placeholder) => values[placeholder]!)
    return filled.length <= most ? filled : [...filled].slice(0, most).join('')
  }
}
