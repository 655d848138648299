// Statements that the tests write, by two writers of each format, are read to the cent.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CSV_MAPPING, writeCsv, writeOtherCamt, writeOtherMt940 } from '../../../test/support/other-statements.ts'
import { type MadeStatement, makeStatement, seeded, writeCamt, writeMt940 } from '../../../test/support/statements.ts'
import { UnreadableFile } from '../../kernel/xml.ts'
import type { ParsedTransaction } from './parsed.ts'
import { readStatement, type StatementFormat } from './read.ts'

const STATEMENTS = 200

const read = (format: StatementFormat, content: string | Uint8Array) =>
  readStatement({ format, content, mapping: format === 'csv' ? CSV_MAPPING : null, currency: 'EUR' })

const withoutBlanks = (text: string) => text.replace(/\s+/g, '')

/** `most`: characters of the text that the format has room for. */
function assertSame(made: MadeStatement, found: readonly ParsedTransaction[], { most = Infinity, is_csv = false } = {}): void {
  assert.equal(found.length, made.transactions.length)
  for (const [index, wanted] of made.transactions.entries()) {
    const { amount, currency, booked_date, name, iban, text, end_to_end_id, bank_reference, is_reversal } = found[index]!
    assert.deepEqual([amount, currency, booked_date], [wanted.amount, made.currency, wanted.booked_date])
    assert.deepEqual([withoutBlanks(name), iban], [withoutBlanks(wanted.name), wanted.iban])
    assert.equal(withoutBlanks(text).slice(0, most), withoutBlanks(wanted.text).slice(0, most))
    if (is_csv) continue
    assert.deepEqual([end_to_end_id, is_reversal], [wanted.end_to_end_id, wanted.is_reversal])
    if (wanted.bank_reference !== '') assert.equal(bank_reference, wanted.bank_reference)
    assert.equal(found[index]!.account, made.account)
  }
}

/** The statements, the same in each run. */
function* statements(): Generator<MadeStatement> {
  for (let index = 0; index < STATEMENTS; index++) yield makeStatement(seeded(index + 1))
}

describe(`${STATEMENTS} statements`, () => {
  test('as CAMT.053.001.02, compact', () => {
    for (const made of statements()) assertSame(made, read('camt053', writeCamt(made)))
  })

  test('as CAMT.053 of other versions, with prefixes, line breaks, CDATA and a byte order mark', () => {
    let version = 2
    for (const made of statements()) {
      assertSame(made, read('camt053', Buffer.from(writeOtherCamt(made, String(version).padStart(2, '0')))))
      version = version === 13 ? 2 : version + 1
    }
  })

  test('as MT940 with ?20 sub-fields', () => {
    // Fourteen sub-fields have room for 378 characters.
    for (const made of statements()) assertSame(made, read('mt940', writeMt940(made)), { most: 100 })
  })

  test('as MT940 in an envelope, on two pages, with code words between slashes', () => {
    for (const made of statements()) assertSame(made, read('mt940', Buffer.from(writeOtherMt940(made), 'latin1')))
  })

  test('as CSV in UTF-8 with a byte order mark, UTF-16 and Windows-1252', () => {
    for (const made of statements()) {
      const text = writeCsv(made)
      const latin1 = Buffer.from(text, 'latin1')
      for (const bytes of [Buffer.from(`\ufeff${text}`), Buffer.from(`\ufeff${text}`, 'utf16le'), latin1])
        assertSame(made, read('csv', bytes), { is_csv: true })
    }
  })

  test('of which one amount was changed do not add up', () => {
    for (const made of statements()) {
      const wrong = { ...made, transactions: [...made.transactions] }
      const [first] = wrong.transactions
      for (const write of [writeCamt, writeOtherCamt, writeMt940, writeOtherMt940]) {
        const text = write(made)
        wrong.transactions[0] = { ...first!, amount: first!.amount + 1 }
        // The closing balance is the only thing that tells.
        const altered = write(wrong).replace(closing(write(wrong)), closing(text))
        if (altered === text) continue
        assert.throws(
          () => read(write === writeMt940 || write === writeOtherMt940 ? 'mt940' : 'camt053', altered),
          (error) => error instanceof UnreadableFile && /does not add up/.test(error.message),
        )
      }
    }
  })
})

/** The closing balance as it is written. */
const closing = (text: string): string =>
  /:62F:\S+/.exec(text)?.[0] ?? /<(?:c:)?Cd>CLBD<[\s\S]*?<\/(?:c:)?CdtDbtInd>/.exec(text)?.[0] ?? ''
