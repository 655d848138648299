// XML: a parser for files that strangers made, and the escaping of our own. Its bounds are those of electronic invoices, unless a caller has others.

import { SaxesParser } from 'saxes'

/** The largest file that is read. */
export const MAX_XML_BYTES = 5 * 1024 * 1024
/** Elements of electronic invoices are nested 12 deep; each level of XRechnung's lines under lines adds two. */
const MAX_DEPTH = 64
/** An invoice of 2,000 lines has some 80,000 elements, and 15,000 attributes. */
const MAX_ELEMENTS = 250_000
const MAX_ATTRIBUTES = 100_000
/** Characters of one tag with its attributes. */
const MAX_TAG = 64 * 1024

/** What a file may be at most, and what it is called in refusals. */
export interface XmlBounds {
  most_bytes: number
  most_elements: number
  most_attributes: number
  /** The files that have no DOCTYPE, as a plural: `electronic invoices`. */
  files: string
}

const OF_E_INVOICES: XmlBounds = {
  most_bytes: MAX_XML_BYTES,
  most_elements: MAX_ELEMENTS,
  most_attributes: MAX_ATTRIBUTES,
  files: 'electronic invoices',
}

/** An element of a file that was parsed. */
export interface XmlElement {
  /** Namespace of the element, '' for none. */
  namespace: string
  /** Its name without a prefix. */
  name: string
  /** Without those that declare namespaces; names as in the file. */
  attributes: ReadonlyMap<string, string>
  children: XmlElement[]
  /** The text directly in it, white space at both ends removed. */
  text: string
  /** The same text with that white space. */
  raw: string
  /** Line of the file, from 1. */
  line: number
}

/** Why a file from outside can't be read as what it should be. Its message is for the person who sent the file. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/**
 * Parses an XML file, of up to 5 MB by default, in UTF-8, UTF-16 (with a byte order mark or without), ISO-8859-1, ISO-8859-15, Windows-1252 or ASCII.
 *
 * Throws UnreadableFile, with the line, when the file is not well-formed XML, has a DOCTYPE (the source of external entities and of texts
 * that grow without bound), or is too large or too deep. A text is read as it is, whatever encoding it names.
 */
export function parseXml(file: Uint8Array | string, bounds: XmlBounds = OF_E_INVOICES): XmlElement {
  const { most_bytes, most_elements, files } = bounds
  if (file.length > most_bytes) throw new UnreadableFile(`The file is larger than ${most_bytes / 1024 / 1024} MB.`)
  const text = typeof file === 'string' ? file.replace(/^\ufeff/, '') : decode(file)
  if (text.trim() === '') throw new UnreadableFile('The file is empty.')
  if (hasLongTag(text)) throw new UnreadableFile(`The file has a tag of more than ${MAX_TAG} characters.`)

  const parser = new SaxesParser({ xmlns: true, position: true })
  const open: XmlElement[] = []
  const texts: string[][] = []
  let root: XmlElement | undefined
  let elements = 0
  let attributes_left = bounds.most_attributes

  parser.on('error', (error) => {
    const reason = error.message.replace(/^(\S+:)?\d+:\d+: /, '')
    throw new UnreadableFile(`The file is not well-formed XML: line ${parser.line}: ${reason}`)
  })
  parser.on('doctype', () => {
    throw new UnreadableFile(`The file has a DOCTYPE (line ${parser.line}), which ${files} do not have. It is not read further.`)
  })
  parser.on('opentag', (tag) => {
    elements += 1
    if (elements > most_elements) throw new UnreadableFile(`The file has more than ${most_elements} elements.`)
    if (open.length >= MAX_DEPTH)
      throw new UnreadableFile(`The file nests elements more than ${MAX_DEPTH} deep (line ${parser.line}).`)
    const all = Object.values(tag.attributes)
    attributes_left -= all.length
    if (attributes_left < 0) throw new UnreadableFile(`The file has more than ${bounds.most_attributes} attributes.`)
    const attributes = all.filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns')
    const element: XmlElement = {
      namespace: tag.uri,
      name: tag.local,
      attributes: attributes.length === 0 ? NO_ATTRIBUTES : new Map(attributes.map(({ name, value }) => [name, trimXml(value)])),
      children: [],
      text: '',
      raw: '',
      line: parser.line,
    }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
    texts.push([])
  })
  parser.on('closetag', () => {
    const element = open.pop()
    if (!element) return
    element.raw = (texts.pop() ?? []).join('')
    element.text = trimXml(element.raw)
  })
  const addText = (part: string) => texts.at(-1)?.push(part)
  parser.on('text', addText)
  parser.on('cdata', addText)

  parser.write(text).close()
  if (!root) throw new UnreadableFile('The file has no element.')
  return root
}

/** Whether a tag is longer than any needs to be: the parser takes long for thousands of attributes, and reports a tag only at its end. */
function hasLongTag(text: string): boolean {
  let next = text.indexOf('<')
  while (next >= 0) {
    const start = next
    next = text.indexOf('<', start + 1)
    // Within a tag there is no other one.
    const end = next < 0 ? text.length : next
    if (end - start > MAX_TAG && isTagAt(text, start, start + MAX_TAG)) return true
  }
  return false
}

/** Whether the tag that starts here goes on up to there. */
function isTagAt(text: string, start: number, end: number): boolean {
  if (text[start + 1] === '!' || text[start + 1] === '?') return false
  let quote = ''
  for (let at = start; at < end; at++) {
    const character = text[at]!
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '>') return false
    else if (character === '"' || character === "'") quote = character
  }
  return true
}

/** Without the white space of XML at both ends. Others, such as a no-break space, are content. */
function trimXml(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start += 1
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1
  return start === 0 && end === text.length ? text : text.slice(start, end)
}

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** The text of an element at a path of local names, '' where there is none. */
export function textAt(element: XmlElement | undefined, ...path: string[]): string {
  return path.reduce<XmlElement | undefined>(childOf, element)?.text ?? ''
}

/** The children of an element with a local name. */
export const childrenOf = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** The first child element with this local name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name)
}

/**
 * A text as the content of an element or an attribute. Line ends become LF. Characters that XML 1.0 cannot hold, even escaped (most control
 * characters, halves of surrogate pairs, U+FFFE and U+FFFF), are left out.
 */
export function escapeXml(text: string): string {
  return NEEDS_CARE.test(text) ? escapeAll(text) : text
}

/** What an element's content must not contain as it is. The fast test spares most texts the replacements. */
const NEEDS_CARE = /[&<>"\r\n\t]|[^ -\uD7FF\uE000-\uFFFD]/u

function escapeAll(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\t\n -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

/** A map: a file may say that its encoding is "constructor". */
const ENCODINGS = new Map(
  Object.entries({
    'utf-8': 'utf-8',
    utf8: 'utf-8',
    'us-ascii': 'utf-8',
    ascii: 'utf-8',
    'iso-8859-1': 'windows-1252',
    'iso-8859-15': 'iso-8859-15',
    'windows-1252': 'windows-1252',
  }),
)

/** The text of the file. A byte order mark counts more than what the XML declaration says. */
function decode(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableFile(`The file says that it is in ${encoding.toUpperCase()}, and has bytes that are not.`)
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, 200))
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1] ?? 'utf-8'
  const encoding = ENCODINGS.get(declared.toLowerCase())
  if (!encoding) throw new UnreadableFile(`The file is in the encoding "${declared}", which is not supported. UTF-8 is.`)
  return encoding
}
