// Text in Windows-1252. Node reads this encoding (TextDecoder) but does not write it: TextEncoder has UTF-8 alone, Buffer and `transcode` have
// Latin-1, which differs between 0x80 and 0x9f. Pure.

/** The characters of Windows-1252 that Latin-1 lacks, as pairs of a byte and what it stands for. Five bytes stand for nothing. */
const UPPER: readonly (readonly [number, string])[] = [
  [0x80, '€'],
  ...[...'‚ƒ„…†‡ˆ‰Š‹Œ'].map((character, index) => [0x82 + index, character] as const),
  [0x8e, 'Ž'],
  ...[...'‘’“”•–—˜™š›œ'].map((character, index) => [0x91 + index, character] as const),
  [0x9e, 'ž'],
  [0x9f, 'Ÿ'],
]

/** The byte of such a character, as the character that Latin-1 writes as this byte. */
const AS_LATIN1: ReadonlyMap<string, string> = new Map(UPPER.map(([byte, character]) => [character, String.fromCharCode(byte)]))

/** What is not the same byte in both encodings. */
const DIFFERENT = /[^\p{ASCII}\u00a0-\u00ff]/gu

/** Letters whose strokes Unicode does not take for marks, and signs that are written in another way. */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  ...{ Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ħ: 'H', ħ: 'h', Ŧ: 'T', ŧ: 't', ı: 'i', ẞ: 'ß' },
  ...{ '‐': '-', '‒': '–', '―': '—', '−': '-', '′': "'", '″': '"', '‛': '‘', '‟': '“' },
}

/** What stands for a character without a substitute. */
const UNKNOWN = '?'

/**
 * A text in characters that Windows-1252 has, each of them one UTF-16 unit, so that it may be cut anywhere. It is composed first (NFC): `u` with a
 * combining diaeresis is `ü`. A letter that the encoding lacks loses its marks (`ś`: `s`) or its stroke (`ł`: `l`); forms that mean the same
 * become the usual ones (NFKD: `ﬁ` becomes `fi`, full-width letters plain ones); marks alone and invisible characters go. Any other character,
 * of two UTF-16 units too, is one question mark. The result may be longer than the text.
 */
export function inWindows1252(text: string): string {
  return text.normalize('NFC').replace(DIFFERENT, (character) => (AS_LATIN1.has(character) ? character : substituteOf(character)))
}

function substituteOf(character: string): string {
  const known = SUBSTITUTES[character]
  if (known !== undefined) return known
  let substitute = ''
  for (const letter of character.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')) {
    const written = letter.search(DIFFERENT) < 0 || AS_LATIN1.has(letter) ? letter : SUBSTITUTES[letter]
    if (written === undefined) return UNKNOWN
    substitute += written
  }
  return substitute
}

/** The bytes of a text that `inWindows1252` returned, as many as it has UTF-16 units. In any other text, what the encoding lacks is a question mark. */
export function encodeWindows1252(text: string): Buffer {
  return Buffer.from(
    text.replace(DIFFERENT, (character) => AS_LATIN1.get(character) ?? UNKNOWN),
    'latin1',
  )
}
