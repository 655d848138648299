// The typefaces of documents: which there are, in which order they are asked for a character, and which characters none of them has.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DocumentTemplate } from '../../access/companies/table.ts'
import { type Coverage, coverageOf } from './cmap.ts'

/** The files of a typeface: its regular weight first. */
type Typeface = readonly string[]

const typeface = (entry: string, ...files: string[]): Typeface => files.map((file) => join(dirname(fileURLToPath(entry)), file))

/** Drawn alike, they belong together: the first for the Latin, Greek and Cyrillic scripts is the template's. */
const INTER = typeface(
  import.meta.resolve('@expo-google-fonts/inter'),
  '400Regular/Inter_400Regular.ttf',
  '500Medium/Inter_500Medium.ttf',
  '600SemiBold/Inter_600SemiBold.ttf',
)
const SOURCE_SERIF = typeface(
  import.meta.resolve('@expo-google-fonts/source-serif-4'),
  '400Regular/SourceSerif4_400Regular.ttf',
  '600SemiBold/SourceSerif4_600SemiBold.ttf',
)
/** For Hebrew, and for the Swiss QR-bill: it may be set in Arial, Frutiger, Helvetica or Liberation Sans, which is drawn as Arimo is. */
const ARIMO = typeface(
  import.meta.resolve('@expo-google-fonts/arimo'),
  '400Regular/Arimo_400Regular.ttf',
  '700Bold/Arimo_700Bold.ttf',
)
/** Of those tried, the one Arabic typeface whose text comes out of the PDF as it went in: the others draw lam and alef as one glyph. */
const AMIRI = typeface(
  import.meta.resolve('@expo-google-fonts/amiri'),
  '400Regular/Amiri_400Regular.ttf',
  '700Bold/Amiri_700Bold.ttf',
)
/** Regular only: from the others, which place the marks of a syllable by themselves, pdftotext reads these syllables twice. */
const THAI = typeface(import.meta.resolve('@expo-google-fonts/noto-sans-thai'), '400Regular/NotoSansThai_400Regular.ttf')
const DEVANAGARI = typeface(
  import.meta.resolve('@expo-google-fonts/noto-sans-devanagari'),
  '400Regular/NotoSansDevanagari_400Regular.ttf',
  '600SemiBold/NotoSansDevanagari_600SemiBold.ttf',
)
const EMOJI = typeface(import.meta.resolve('@expo-google-fonts/noto-emoji'), '400Regular/NotoEmoji_400Regular.ttf')
/** Symbols, and scripts that have no typeface of their own here: Armenian, Georgian, Lao and others. Has the box. */
const DEJAVU = typeface(import.meta.resolve('dejavu-fonts-ttf/package.json'), 'ttf/DejaVuSans.ttf', 'ttf/DejaVuSans-Bold.ttf')
const JAPANESE = typeface(
  import.meta.resolve('@expo-google-fonts/biz-udpgothic'),
  '400Regular/BIZUDPGothic_400Regular.ttf',
  '700Bold/BIZUDPGothic_700Bold.ttf',
)
const KOREAN = typeface(
  import.meta.resolve('@expo-google-fonts/nanum-gothic'),
  '400Regular/NanumGothic_400Regular.ttf',
  '700Bold/NanumGothic_700Bold.ttf',
)
const CHINESE = typeface(
  import.meta.resolve('@embedpdf/fonts-sc'),
  '../fonts/NotoSansHans-Regular.otf',
  '../fonts/NotoSansHans-Bold.otf',
)

const LEADING: Record<DocumentTemplate, Typeface> = { modern: INTER, din5008: INTER, classic: SOURCE_SERIF }
/** After the leading one. Emoji come before the symbols of DejaVu, so that those of one text are drawn alike. */
const BASE = [INTER, SOURCE_SERIF, AMIRI, ARIMO, THAI, DEVANAGARI, EMOJI, DEJAVU]
/** 30 MB, loaded for the first document that needs them. */
const EAST_ASIAN = [JAPANESE, CHINESE, KOREAN]

/** The files of all typefaces that come with the program. */
export const FONT_FILES: readonly string[] = [...BASE, ...EAST_ASIAN].flat()

/** The typefaces of a document. */
export interface FontSet {
  /** Families in the order in which they are asked for a character. */
  families(template: DocumentTemplate): string[]
  /** Whether one of them has the characters, all in one: what is written over another must come from the same. */
  has(characters: readonly number[]): boolean
}

export interface Fonts {
  /** The files of the set without, or with, the East Asian typefaces. */
  files(with_east_asian: boolean): Buffer[]
  /** The set for a text: the East Asian typefaces only when it needs one. */
  setFor(sample: FontSample): FontSet & { with_east_asian: boolean }
}

/** What decides about the order of the East Asian typefaces: they draw the same character in their own ways. */
export interface FontSample {
  language: string
  region: string
  text: string
}

/**
 * The typefaces that come with the packages, and after them those of `folder` (TTF and OTF files). Files are read when they are first needed;
 * those of the folder at once. Throws when the folder can't be read, or a file in it is no typeface.
 */
export function loadFonts(folder: string | undefined): Fonts {
  const own = folder === undefined ? [] : filesIn(folder).map((file): Typeface => [file])
  const known = new Map<Typeface, { family: string; coverage: Coverage }>()
  const read = (one: Typeface) => {
    const before = known.get(one)
    if (before) return before
    const bytes = readFileSync(one[0]!)
    const made = { family: familyOf(bytes), coverage: coverageOf(bytes) }
    known.set(one, made)
    return made
  }
  for (const one of own) read(one)
  const isBase = (code_point: number) => [...BASE, ...own].some((one) => read(one).coverage.has(code_point))

  return {
    files: (with_east_asian) =>
      [...BASE, ...(with_east_asian ? EAST_ASIAN : []), ...own].flat().map((file) => readFileSync(file)),
    setFor(sample) {
      const with_east_asian = sample.language === 'ja' || needsEastAsian(sample.text, isBase)
      const typefaces = [...BASE.slice(0, 2), ...(with_east_asian ? eastAsianOrder(sample) : []), ...BASE.slice(2), ...own]
      return {
        with_east_asian,
        families: (template) => [...new Set([LEADING[template], ...typefaces].map((one) => read(one).family))],
        has: (characters) => typefaces.some((one) => characters.every((character) => read(one).coverage.has(character))),
      }
    },
  }
}

function needsEastAsian(text: string, isBase: (code_point: number) => boolean): boolean {
  if (!EAST_ASIAN_CHARACTER.test(text)) return false
  for (const character of text) {
    if (EAST_ASIAN_CHARACTER.test(character) && !isBase(character.codePointAt(0)!)) return true
  }
  return false
}

const EAST_ASIAN_CHARACTER =
  /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{3ffff}]/u

function eastAsianOrder({ language, region, text }: FontSample): Typeface[] {
  if (language === 'ja' || region === 'JP' || /[\u3040-\u30ff]/.test(text)) return [JAPANESE, CHINESE, KOREAN]
  if (region === 'KR' || /[\uac00-\ud7af]/.test(text)) return [KOREAN, CHINESE, JAPANESE]
  return [CHINESE, JAPANESE, KOREAN]
}

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /\.(ttf|otf)$/i.test(name))
    .sort()
    .map((name) => join(folder, name))
}

/** The family in a file's `name` table: the typographic one (16), else the plain one (1). Empty when it has none in UTF-16. */
function familyOf(font: Uint8Array): string {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  for (let table = 0; table < view.getUint16(4); table++) {
    const at = 12 + table * 16
    if (view.getUint32(at) !== 0x6e616d65) continue
    const names = view.getUint32(at + 8)
    const texts = names + view.getUint16(names + 4)
    const found = new Map<number, string>()
    for (let record = 0; record < view.getUint16(names + 2); record++) {
      const record_at = names + 6 + record * 12
      if (view.getUint16(record_at) !== 3) continue
      const start = texts + view.getUint16(record_at + 10)
      const text = new TextDecoder('utf-16be').decode(font.subarray(start, start + view.getUint16(record_at + 8)))
      const id = view.getUint16(record_at + 6)
      if (!found.has(id)) found.set(id, text)
    }
    return found.get(16) ?? found.get(1) ?? ''
  }
  return ''
}
