// Pure: a statement file as its transactions, whatever its format.
import { decodeText } from '../../kernel/text-encoding.ts'
import { readCamt } from './camt.ts'
import { type CsvMapping, readMappedCsv } from './csv-mapping.ts'
import { readMt940 } from './mt940.ts'
import { cleaned, type ParsedTransaction } from './parsed.ts'

export const STATEMENT_FORMATS = ['camt053', 'mt940', 'csv'] as const
export type StatementFormat = (typeof STATEMENT_FORMATS)[number]

/** A file, and what has to be known to read it. */
export interface StatementFile {
  format: StatementFormat
  /** Its bytes, or its text where it came as part of JSON. */
  content: Uint8Array | string
  /** Of a CSV file. */
  mapping: CsvMapping | null
  /** The currency of amounts that have none, in a CSV file. */
  currency: string
}

/** The transactions of a file, in its order. Throws UnreadableFile, whose message is for the person who sent it. */
export function readStatement({ format, content, mapping, currency }: StatementFile): ParsedTransaction[] {
  if (format === 'camt053') return readCamt(content).map(cleaned)
  const text = typeof content === 'string' ? content : decodeText(content)
  if (format === 'mt940') return readMt940(text).map(cleaned)
  if (!mapping) throw new Error('A CSV file is read with a mapping')
  return readMappedCsv(text, mapping, currency).map(cleaned)
}
