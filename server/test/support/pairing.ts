// Compares two services that get the same requests: random values must be at the same places, and always for the same thing.
import { ID_KINDS, idPrefix } from '../../src/kernel/ids.ts'

const ID_PREFIXES = ID_KINDS.map(idPrefix)

const ID = `(?:${ID_PREFIXES.join('|')})_[0-9a-hjkmnp-tv-z]{26}`
const SHOUTED_ID = `(?:${ID_PREFIXES.join('|').toUpperCase()})_[0-9A-HJKMNP-TV-Z]{26}`
/** The random parts of an answer. A slug is random when it was taken: then six digits distinguish it. */
const RANDOM = new RegExp(
  [
    `\\b${ID}\\b`,
    `\\b${SHOUTED_ID}\\b`,
    'whsec_[0-9A-Za-z+/=]+',
    // An API key, and its first characters, by which it is known.
    '\\bsk_[0-9A-Za-z]{7}(?:[0-9A-Za-z]{42})?\\b',
    '(?<="public_token":"|/[iqc]/)[0-9A-Za-z]{32}',
    '(?<="slug":")[^"]*',
    // The same in a CSV of customers: the third column.
    '(?<=^cus_[0-9a-z]{26},(?:[^,"\\n]*|"(?:[^"]|"")*"),)[^,\\n]*',
  ].join('|'),
  'gm',
)
const SLUG_DIGITS = 6
/** The digits of an id that say when, or at which place, it was made: they are no matter of chance. */
const ID_PLACE = 10
const SHOWN = 160

/** Which random text of one service, `a`, is which of the other, `b`. */
export class Pairing {
  private readonly b_of = new Map<string, string>()
  private readonly a_of = new Map<string, string>()

  /** Compares two texts; returns the difference, undefined if there is none. */
  differenceOf(a: string, b: string): string | undefined {
    if (a === b) return this.learnAll(a)
    const [of_a, of_b] = [[...a.matchAll(RANDOM)], [...b.matchAll(RANDOM)]]
    let [at_a, at_b] = [0, 0]
    for (let index = 0; index <= Math.max(of_a.length, of_b.length); index++) {
      const [one, other] = [of_a[index], of_b[index]]
      const [plain_a, plain_b] = [a.slice(at_a, one?.index), b.slice(at_b, other?.index)]
      if (plain_a !== plain_b || (one === undefined) !== (other === undefined))
        return excerpts(a, at_a, b, at_b, plain_a, plain_b)
      if (one === undefined || other === undefined) return undefined
      const fault = this.pair(one[0], other[0])
      if (fault !== undefined) return `${fault}: …${a.slice(Math.max(0, one.index - SHOWN), one.index)}`
      at_a = one.index + one[0].length
      at_b = other.index + other[0].length
    }
    return undefined
  }

  /** Treats two random texts as the same thing; returns a contradiction if there is one. */
  pair(a: string, b: string): string | undefined {
    if (A_SHOUTED_ID.test(a) && A_SHOUTED_ID.test(b)) return this.pair(a.toLowerCase(), b.toLowerCase())
    const [known_b, known_a] = [this.b_of.get(a), this.a_of.get(b)]
    if (known_b === b && known_a === a) return undefined
    if (known_b !== undefined || known_a !== undefined) return `${a} was ${known_b}, and is ${b}, which was ${known_a}`
    if (!haveSameForm(a, b)) return `${a} and ${b} can't be the same`
    this.b_of.set(a, b)
    this.a_of.set(b, a)
    return undefined
  }

  /** A text of `a` as the other service needs it: with its own ids, in upper case too. */
  translate(text: string): string {
    return text.replace(IN_REQUESTS, (found) => {
      const lower = found.toLowerCase()
      const other = this.b_of.get(found) ?? (ANY_ID.test(found) ? this.b_of.get(lower) : undefined)
      if (other === undefined) return found
      return found === lower || !ANY_ID.test(found) ? other : other.toUpperCase()
    })
  }

  private learnAll(text: string): string | undefined {
    for (const [found] of text.matchAll(RANDOM)) {
      const fault = this.pair(found, found)
      if (fault !== undefined) return fault
    }
    return undefined
  }
}

const A_SHOUTED_ID = new RegExp(`^${SHOUTED_ID}$`)
const ANY_ID = new RegExp(`^${ID}$`, 'i')
/** In requests there are versions as well: 27 characters. */
const IN_REQUESTS = new RegExp(`${ID}|"[\\w-]{27}"`, 'gi')

function haveSameForm(a: string, b: string): boolean {
  if (ANY_ID.test(a)) {
    const end = a.indexOf('_') + 1 + ID_PLACE
    return a.length === b.length && a.slice(0, end) === b.slice(0, end)
  }
  const is_long = /^"[\w-]{27}"$|^whsec_|^sk_|^[0-9A-Za-z]{32}$/.test(a)
  return a.length === b.length && (is_long || a === b || a.slice(0, -SLUG_DIGITS) === b.slice(0, -SLUG_DIGITS))
}

function excerpts(a: string, at_a: number, b: string, at_b: number, plain_a: string, plain_b: string): string {
  let same = 0
  while (same < plain_a.length && plain_a[same] === plain_b[same]) same++
  const around = (text: string, at: number) => text.slice(Math.max(0, at + same - SHOWN), at + same + SHOWN)
  return `…${around(a, at_a)}…\n  is on the other side\n…${around(b, at_b)}…`
}
