// Plain questions about text, and the folded form that searching compares.

/**
 * The form in which a search compares texts: two texts that differ only in case, in accents, or in how their accents are
 * composed fold to the same text (`Müller`, `MULLER` and `mu` + U+0308 + `ller`; `Straße` and `STRASSE`).
 * Folding a folded text changes nothing.
 */
export function foldText(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase()
  // Lower case first, because the capital ẞ has no upper case; then upper case, which turns ß into SS.
  const cased = text.normalize('NFD').replace(COMBINING_MARKS, '').toLowerCase().toUpperCase().toLowerCase()
  // Lower case writes a Σ at a word's end as ς.
  return cased.replaceAll('ς', 'σ').normalize('NFC')
}

/** Whether a reader sees nothing: empty, or only white space, control characters and characters without ink. */
export function isBlank(text: string): boolean {
  return !INK.test(text)
}

/** The number of code points: what a length limit counts. An emoji of one code point is 1, not 2. */
export function codePointLength(text: string): number {
  let length = text.length
  for (let at = 0; at < text.length - 1; at++) {
    if ((text.charCodeAt(at) & 0xfc00) !== 0xd800 || (text.charCodeAt(at + 1) & 0xfc00) !== 0xdc00) continue
    length--
    at++
  }
  return length
}

/** Whether both databases store the text and give it back as it is: well-formed Unicode (no lone surrogates), no NUL. */
export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** Makes `%`, `_` and `\` plain characters of a pattern for `LIKE … ESCAPE '\'`. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** The text in double quotes for a sentence: cut after 60 code points, characters that can't be printed as escapes. */
export function quote(text: string): string {
  // A code point has two code units at most, so the cut copies little of a long text.
  const start = text.slice(0, 2 * QUOTED_LENGTH + 1)
  const shown = codePointLength(start) > QUOTED_LENGTH ? `${Array.from(start).slice(0, QUOTED_LENGTH).join('')}…` : start
  return JSON.stringify(shown).replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** How an answer names a field: `['items', 0, 'quantity']` is `items[0].quantity`. Empty for the whole body. */
export function fieldPath(path: readonly (string | number)[]): string {
  let name = ''
  for (const step of path)
    name = typeof step === 'number' ? `${name}[${step}]` : `${name}${name === '' ? '' : '.'}${shortenName(step)}`
  return name
}

/** A name that a request made up, short enough for an answer: cut after 100 code units. */
export function shortenName(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME).toWellFormed()}…` : name
}

const LONGEST_NAME = 100
const QUOTED_LENGTH = 60
const UNPRINTABLE = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
const ASCII_ONLY = /^[\x00-\x7f]*$/
const COMBINING_MARKS = /[\u0300-\u036f]/g
// U+2800, the empty Braille pattern, is the one blank that Unicode counts as a symbol.
const INK = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u

/**
 * A text with its placeholders filled in: `fillIn('Page {page}', { page: '2' })`. Braces around other words stay as they are, and values are not
 * searched for placeholders themselves.
 */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => (Object.hasOwn(values, name) ? values[name]! : placeholder))
}

/** What a line of text, such as a subject, can't have: line breaks, control characters, and marks that turn the direction of what follows. */
export const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Whether a text has any of them. */
export function hasControls(text: string): boolean {
  return text.search(CONTROLS) >= 0
}
