// Pure: reads field 86 of MT940, in the three ways in which banks write it: `?20` sub-fields (Germany, Austria), `/NAME/` code words, free text.
import { ibanIn, realReference } from './parsed.ts'

/** What field 86 says; '' where it does not. */
export interface Details {
  name: string
  iban: string
  text: string
  end_to_end_id: string
  creditor_reference: string
  return_reason: string
  foreign_amount: string
}

/** Reads the lines of a field 86. Never fails: what it does not know is text. */
export function readDetails(lines: readonly string[]): Details {
  const first = lines[0] ?? ''
  if (/^\d{3}[?<~^]\d\d/.test(first)) return subFields(joined(lines), first[3]!)
  if (/^\/[A-Z0-9]{2,8}\//.test(first)) return codeWords(joined(lines))
  const text = joined(lines)
  return { ...NOTHING, text, ...keywords(text) }
}

const NOTHING: Details = {
  name: '',
  iban: '',
  text: '',
  end_to_end_id: '',
  creditor_reference: '',
  return_reason: '',
  foreign_amount: '',
}

/** A line of 65 characters is full: the text goes on in the next one without a blank. In the first one the tag may be counted. */
const FULL_LINE = 65
const FULL_FIRST_LINE = FULL_LINE - ':86:'.length

function joined(lines: readonly string[]): string {
  return lines.reduce((text, line, index) => {
    const is_broken = index === 0 || lines[index - 1]!.length >= (index === 1 ? FULL_FIRST_LINE : FULL_LINE) || /^[?/]/.test(line)
    return is_broken ? text + line : `${text} ${line}`
  }, '')
}

/** A sub-field of 27 characters is full: the text goes on in the next one. */
const FULL_SUB_FIELD = 27

function subFields(text: string, mark: string): Details {
  const parts = text.slice(3).split(mark)
  const found = new Map<string, string>()
  for (const part of parts) {
    const code = part.slice(0, 2)
    if (/^\d\d$/.test(code) && !found.has(code)) found.set(code, part.slice(2))
  }
  const get = (code: string) => found.get(code) ?? ''
  const purpose = [...range(20, 29), ...range(60, 63)].map(get)
  const whole = purpose.reduce((all, part, index) => {
    const is_full = index > 0 && purpose[index - 1]!.length >= FULL_SUB_FIELD
    // A code word starts a field of its own, however full the one before is.
    return index === 0 || (is_full && !KEYWORD.test(part)) ? all + part : `${all} ${part}`
  }, '')
  const known = keywords(whole.trim())
  return {
    ...NOTHING,
    ...known,
    text: known.text ?? whole.trim(),
    name: `${get('32')}${get('33')}`.trim(),
    iban: ibanIn(get('31')) || ibanIn(known.iban ?? ''),
    return_reason: get('34') === '' || get('34') === '000' ? (known.return_reason ?? '') : get('34'),
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String(from + index))

const KEYWORD = /^(?:EREF|KREF|MREF|BREF|RREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/
const KEYWORDS = /(?:^|\s|(?<=.))(EREF|KREF|MREF|BREF|RREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/g

/** The code words of SEPA in German statements (`EREF+… SVWZ+…`); the text is all of it where it has none. */
function keywords(text: string): Partial<Details> {
  const marks = [...text.matchAll(KEYWORDS)]
  if (marks.length === 0) return {}
  const values = new Map<string, string>()
  marks.forEach((mark, index) => {
    const value = text.slice(mark.index + mark[0].length, marks[index + 1]?.index ?? text.length).trim()
    if (!values.has(mark[1]!)) values.set(mark[1]!, value)
  })
  const before = text.slice(0, marks[0]!.index).trim()
  return {
    text: [before, values.get('SVWZ') ?? ''].filter((part) => part !== '').join(' '),
    end_to_end_id: realReference(values.get('EREF') ?? ''),
    return_reason: realReference(values.get('RREF') ?? ''),
    foreign_amount: foreign(values.get('OAMT') ?? ''),
    ...(values.has('IBAN') ? { iban: values.get('IBAN')! } : {}),
  }
}

/** `USD120,5` or `120,5 USD` as `USD 120.5`. */
function foreign(text: string): string {
  const [, before, digits, after] = /^([A-Z]{3})?\s?([\d.,]+)\s?([A-Z]{3})?$/.exec(text.trim()) ?? []
  const code = before ?? after
  return code === undefined ? '' : `${code} ${digits!.replace(',', '.')}`
}

/** Code words between slashes: a value goes on until the next word that is known. */
const WORDS = [
  'NAME',
  'REMI',
  'IBAN',
  'BIC',
  'EREF',
  'CNTP',
  'RTRN',
  'RREF',
  'ORDP',
  'BENM',
  'TRTP',
  'CSID',
  'MARF',
  'ISDT',
  'UDTR',
  'UCRD',
  'PURP',
  'TRCD',
  'ADDR',
  'ID',
  'PREF',
  'NRTX',
  'OCMT',
  'CHGS',
  'EXCH',
  'SWOD',
  'SWOC',
  'TIME',
  'BUSP',
  'CUST',
  'ACCW',
  'SVCL',
  'INST',
] as const
const WORD = new RegExp(`/(${WORDS.join('|')})/`, 'g')

function codeWords(text: string): Details {
  const values = new Map<string, string>()
  const marks = [...text.matchAll(WORD)]
  marks.forEach((mark, index) => {
    // The next mark may share the slash that ends this value.
    const value = text.slice(mark.index + mark[0].length, marks[index + 1]?.index ?? text.length).trim()
    const known = values.get(mark[1]!)
    if (known === undefined || known === '') values.set(mark[1]!, value)
  })
  if (marks.length === 0) return { ...NOTHING, text }
  const get = (word: string) => (values.get(word) ?? '').replace(/\/+$/, '').trim()
  // CNTP has account, BIC, name and city between slashes.
  const [account = '', , name = ''] = get('CNTP').split('/')
  const remittance = get('REMI')
  const [, kind, structured] = /^(USTD|STRD)\/(.*)$/s.exec(remittance) ?? []
  const [, unstructured] = /^\/(.*)$/s.exec(structured ?? '') ?? []
  const content = kind === undefined ? remittance : (unstructured ?? structured!)
  const [, creditor_reference = ''] = kind === 'STRD' ? (/(?:CUR|SCOR|ISO)\/([A-Z0-9]+)/.exec(content) ?? []) : []
  return {
    ...NOTHING,
    name: get('NAME') || get('ORDP') || get('BENM') || name.trim(),
    iban: ibanIn(get('IBAN')) || ibanIn(account),
    text: content.trim(),
    end_to_end_id: realReference(get('EREF')),
    creditor_reference,
    return_reason: get('RTRN') || get('RREF'),
    foreign_amount: foreign(get('OCMT')),
  }
}
