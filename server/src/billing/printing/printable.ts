// Pure: the texts of a paper as a typesetter can take them. No character is dropped: one that no typeface has becomes a box.
import type { FontSet } from './fonts.ts'
import type { Paper } from './paper.ts'

/** What is printed for a character that no typeface has. */
const BOX = '□'
/** Where a line may break although nothing says so. The templates make a place of no width of it, so that it is in no copied text. */
const BREAK = '\u200b'

/** Letters in a row after which a break is allowed, in columns and in lines of the width of a page. */
const NARROW = { longest: 14, step: 4 }
const WIDE = { longest: 36, step: 8 }
const NARROW_FIELDS = ['quantity', 'unit', 'unit_price', 'tax', 'amount', 'carried', 'label', 'value']
/** Read by programs and aloud: no breaks and no marks of direction. */
const NOT_SET = ['file_title', 'author', 'logo_alt', 'alt']
/** No texts. */
const AS_THEY_ARE = ['template', 'size', 'language', 'direction', 'region', 'accent_color', 'created_at', 'url', 'rows', 'kind']

export interface Printable {
  paper: Paper
  /** The characters that no typeface has, as `U+13080`. */
  missing: string[]
}

/** The paper with every text made printable. */
export function printablePaper(paper: Paper, fonts: FontSet): Printable {
  const missing = new Set<string>()
  const isolate = paper.direction === 'rtl' ? isolated : (text: string) => text
  const convert = (value: unknown, field: string): unknown => {
    if (typeof value === 'string') {
      if (AS_THEY_ARE.includes(field)) return value
      if (NOT_SET.includes(field)) return shown(value, fonts, missing)
      return isolate(breakable(shown(value, fonts, missing), NARROW_FIELDS.includes(field) ? NARROW : WIDE))
    }
    // The rows of a payment are facts, those of a code are dots.
    if (Array.isArray(value)) return value.map((one) => (typeof one === 'string' && field === 'rows' ? one : convert(one, field)))
    if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, convert(part, name)]))
  }
  return { paper: convert(paper, '') as Paper, missing: [...missing] }
}

/**
 * Between right-to-left words, a text of another direction keeps its own, line by line: `114 51 Stockholm` and `+49 30 …` stay in order, and
 * the full stop of an English sentence at its end.
 */
function isolated(text: string): string {
  return text.replace(/[^\n]+/g, (line) => (RIGHT_TO_LEFT_ONLY.test(line) ? line : `\u2068${line}\u2069`))
}

/** Nothing in it that the direction around it could turn. */
const RIGHT_TO_LEFT_ONLY = /^[\p{Script=Arabic}\s]+$/u

/** All text of a paper, for the choice of typefaces. */
export function textOf(paper: Paper): string {
  return JSON.stringify(paper, (_, value) => (value instanceof Uint8Array ? undefined : value))
}

/** The text in characters that can be printed: line ends as \n, tabs as spaces, boxes for what no typeface has. */
function shown(text: string, fonts: FontSet, missing: Set<string>): string {
  if (ALWAYS_PRINTABLE.test(text)) return text
  const plain = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replaceAll('\t', '    ')
  if (ALWAYS_PRINTABLE.test(plain)) return plain
  let result = ''
  for (const { segment } of graphemes.segment(plain))
    result += ALWAYS_PRINTABLE.test(segment) ? segment : printed(segment, fonts, missing)
  return result
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** What every leading typeface has. */
const ALWAYS_PRINTABLE = /^[\n\x20-\x7e\u00a0-\u00ac\u00ae-\u00ff]*$/

/** A character with what is written over it: one typeface must have all of it, else each part that none has becomes a box. */
function printed(grapheme: string, fonts: FontSet, missing: Set<string>): string {
  const visible = Array.from(grapheme).filter((character) => !INVISIBLE.test(character))
  const points = visible.map((character) => character.codePointAt(0) as number)
  const is_plain = visible.every((character) => !UNMAPPED.test(character))
  // Composed and decomposed forms are the same to the shaper.
  if (is_plain && (fonts.has(points) || fonts.has(codePoints(visible.join('').normalize('NFC'))))) return withoutNoise(grapheme)
  let result = ''
  let is_first = true
  for (const character of grapheme) {
    if (INVISIBLE.test(character)) {
      result += UNMAPPED.test(character) ? '' : character
      continue
    }
    // A mark that its letter's typeface lacks can't be placed over it.
    if (!UNMAPPED.test(character) && (is_first || !MARK.test(character)) && fonts.has([character.codePointAt(0) as number]))
      result += character
    else {
      missing.add(`U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`)
      result += BOX
    }
    is_first = false
  }
  return result
}

const codePoints = (text: string) => Array.from(text, (character) => character.codePointAt(0) as number)
const withoutNoise = (text: string) => text.replace(/[\ufeff\ufff9-\ufffb]/g, '')
const MARK = /\p{M}/u
/** Joiners, directions, variation selectors: they have no ink, and shape what is around them. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
/** Control characters, what nobody has assigned a meaning to, and two that PDF/A does not allow in text. */
const UNMAPPED = /[\p{Cc}\p{Co}\p{Cn}\ufeff\ufff9-\ufffb]/u

/** Lets a long row of letters break: 10,000 of them without a blank stay on the page. */
function breakable(text: string, { longest, step }: { longest: number; step: number }): string {
  if (text.length <= longest) return text
  return text.replace(/[^\s\u200b]+/g, (word) => {
    if (word.length <= longest || CJK_ONLY.test(word)) return word
    let result = ''
    let count = 0
    for (const { segment } of graphemes.segment(word)) {
      if (count > 0 && count % step === 0) result += BREAK
      result += segment
      count++
    }
    return result
  })
}

/** They break anywhere by themselves. */
const CJK_ONLY = /^[\u3000-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]+$/
