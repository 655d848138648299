// The XML inside of a Factur-X or ZUGFeRD PDF of someone else.
//
// PDF/A-3 allows neither encryption nor other compression than Flate for what is needed here, so that a small reader is enough: it looks at every
// object of the file instead of following its tables, which broken files have wrong, and nothing is unpacked beyond a bound.

import { inflateSync } from 'node:zlib'
import { MAX_XML_BYTES, UnreadableFile } from '../../kernel/xml.ts'

/** The largest PDF that is read. */
const MAX_PDF_BYTES = 5 * 1024 * 1024
/** Bytes that the packed objects of one PDF may unpack to. */
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024
const MAX_OBJECTS = 200_000

/** Names of the attached invoice, the preferred one first: Factur-X, ZUGFeRD 2.0, ZUGFeRD 1.0, and XRechnung in ZUGFeRD. Orders are none. */
const NAMES = ['factur-x.xml', 'zugferd-invoice.xml', 'xrechnung.xml']

export interface AttachedXml {
  file_name: string
  bytes: Buffer
}

/** Whether the file is a PDF. The header may have something before it, as readers of PDFs allow. */
export const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes('%PDF-')

/**
 * The invoice that is attached to a PDF of up to 5 MB, byte for byte.
 *
 * Throws UnreadableFile, with a message for the sender, when the PDF has none, is encrypted, or holds it in a form that is not read.
 */
export function attachedXml(pdf: Uint8Array): AttachedXml {
  if (pdf.length > MAX_PDF_BYTES) throw new UnreadableFile('The PDF is larger than 5 MB.')
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length)
  // One character per byte, so that positions in the text are positions in the file.
  const text = bytes.toString('latin1')
  if (/\/Encrypt\s{1,9}\d{1,10}\s{1,9}\d{1,5}\s{1,9}R/.test(text))
    throw new UnreadableFile('The PDF is encrypted. Electronic invoices are not.')
  const objects = objectsOf(bytes, text)
  const attached = [...objects.values()].flatMap((object) => fileOf(object, objects))
  for (const name of NAMES) {
    const file = attached.find(({ file_name }) => file_name.toLowerCase() === name)
    if (file) return { file_name: file.file_name, bytes: contentOf(file.stream, bytes, objects) }
  }
  const others = attached.map(({ file_name }) => `"${file_name.slice(0, 100)}"`).slice(0, 5)
  const what = others.length > 0 ? `has no invoice attached, only ${others.join(', ')}` : 'has no file attached'
  throw new UnreadableFile(`The PDF ${what}. An electronic invoice in a PDF is a file named factur-x.xml inside of it.`)
}

interface PdfObject {
  /** The object without its stream. */
  text: string
  /** Where its stream is in the file. Its own length says more exactly where it ends, if it is right. */
  stream_start?: number
  stream_end?: number
}

type Objects = Map<string, PdfObject>

/** Every object by its number, of several with the same number the last one, as in files that were changed. In one pass, whatever the file has. */
function objectsOf(bytes: Buffer, text: string): Objects {
  const objects: Objects = new Map()
  let open: { number: string; start: number; object: PdfObject } | undefined
  for (const match of text.matchAll(/(?<![0-9])(\d{1,10})\s{1,9}\d{1,5}\s{1,9}obj\b|endobj|endstream|stream/g)) {
    const [word, number] = match
    const { object } = open ?? {}
    const is_in_stream = object?.stream_start !== undefined && object.stream_end === undefined
    if (word === 'endstream' && object && is_in_stream) object.stream_end = match.index
    if (is_in_stream) continue
    if (open && object && object.stream_start === undefined) object.text = text.slice(open.start, match.index)
    if (word === 'stream' && object) object.stream_start = afterLineEnd(text, match.index + word.length)
    else if (word === 'endobj') open = undefined
    else if (number !== undefined) {
      if (objects.size >= MAX_OBJECTS) throw new UnreadableFile(`The PDF has more than ${MAX_OBJECTS} objects.`)
      open = { number, start: match.index + word.length, object: { text: '' } }
      objects.set(number, open.object)
    }
  }
  let left = MAX_UNPACKED_BYTES
  for (const object of [...objects.values()]) {
    if (!/\/Type\s{0,9}\/ObjStm\b/.test(object.text)) continue
    const content = contentOf(object, bytes, objects, left)
    left -= content.length
    addPacked(objects, object, content.toString('latin1'))
  }
  return objects
}

function afterLineEnd(text: string, at: number): number {
  if (text[at] === '\r' && text[at + 1] === '\n') return at + 2
  return text[at] === '\n' || text[at] === '\r' ? at + 1 : at
}

/** An object stream: pairs of number and position, then the objects. */
function addPacked(objects: Objects, { text }: PdfObject, content: string): void {
  const first = numberOf(text, 'First') ?? 0
  const head = content.slice(0, first).trim().split(/\s+/)
  for (let index = 0; index + 1 < head.length; index += 2) {
    const from = first + Number(head[index + 1])
    const to = index + 3 < head.length ? first + Number(head[index + 3]) : content.length
    if (!objects.has(head[index]!) && objects.size < MAX_OBJECTS) objects.set(head[index]!, { text: content.slice(from, to) })
  }
}

/** The file that a file specification embeds. */
function fileOf({ text }: PdfObject, objects: Objects): { file_name: string; stream: PdfObject }[] {
  const embedded = /\/EF\s{0,9}(?:(\d{1,10})\s{1,9}\d{1,5}\s{1,9}R|<<([^>]{0,400})>>)/.exec(text)
  if (!embedded) return []
  const [, indirect, direct] = embedded
  const entries = indirect === undefined ? direct : objects.get(indirect)?.text
  const stream = objects.get(/\/(?:UF|F)\s{1,9}(\d{1,10})\s{1,9}\d{1,5}\s{1,9}R/.exec(entries ?? '')?.[1] ?? '')
  const rest = text.replace(embedded[0], '')
  const names = ['UF', 'F'].map((key) => stringOf(rest, key)).filter((name) => name !== undefined)
  const [file_name] = names
  return stream && file_name !== undefined ? [{ file_name, stream }] : []
}

/** A text of a dictionary, written in parentheses or as hexadecimal digits, in Latin-1 or UTF-16 with a byte order mark. */
function stringOf(dictionary: string, key: string): string | undefined {
  const match = new RegExp(`/${key}\\s{0,9}(?:\\(((?:\\\\[\\s\\S]|[^\\\\)]){0,400})\\)|<([0-9A-Fa-f\\s]{0,1600})>)`).exec(
    dictionary,
  )
  if (!match) return undefined
  const [, literal, hexadecimal = ''] = match
  const octal = (digits: string) => (/^[0-7]+$/.test(digits) ? String.fromCharCode(Number.parseInt(digits, 8)) : digits)
  const raw =
    literal === undefined
      ? Buffer.from(hexadecimal.replace(/\s/g, ''), 'hex')
      : Buffer.from(
          literal.replace(/\\([0-7]{1,3}|[\s\S])/g, (_, escaped: string) => octal(escaped)),
          'latin1',
        )
  return raw[0] === 0xfe && raw[1] === 0xff
    ? raw
        .subarray(2, raw.length - (raw.length % 2))
        .swap16()
        .toString('utf16le')
    : raw.toString('latin1')
}

function numberOf(dictionary: string, key: string): number | undefined {
  const digits = new RegExp(`/${key}\\s{1,9}(\\d{1,10})\\b`).exec(dictionary)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function contentOf({ text, stream_start, stream_end }: PdfObject, bytes: Buffer, objects: Objects, most = MAX_XML_BYTES): Buffer {
  if (stream_start === undefined) throw new UnreadableFile('The attached file has no content.')
  const indirect = /\/Length\s{1,9}(\d{1,10})\s{1,9}\d{1,5}\s{1,9}R/.exec(text)?.[1]
  const length = indirect === undefined ? numberOf(text, 'Length') : Number(objects.get(indirect)?.text)
  const given_end = stream_start + (length ?? Number.NaN)
  // A length that does not lead to the end of the stream is wrong; the end itself counts then.
  const is_right = /^\s*endstream/.test(bytes.toString('latin1', given_end || 0, (given_end || 0) + 12))
  const raw = bytes.subarray(stream_start, is_right ? given_end : stream_end)
  const [, several, one] = /\/Filter\s{0,9}(?:\[([^\]]{0,200})\]|(\/\w{1,40}))/.exec(text) ?? []
  const filter = (several ?? one ?? '').trim()
  if (filter === '') return raw
  if (filter !== '/FlateDecode' && filter !== '/Fl')
    throw new UnreadableFile(`The PDF is packed in a way that is not read: ${filter}.`)
  try {
    return inflateSync(raw, { maxOutputLength: Math.max(1, most) })
  } catch (error) {
    const is_too_large = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw new UnreadableFile(is_too_large ? 'The PDF unpacks to more than is read.' : 'The attached file can not be unpacked.')
  }
}
