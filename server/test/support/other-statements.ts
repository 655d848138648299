// Second writers of statements, of another style than those of statements.ts: prefixes, other versions, optional fields in other places, line breaks,
// envelopes, code words between slashes.
import { closingOf, comma, decimalOf, entriesOf, type MadeStatement, type MadeTransaction } from './statements.ts'

type Attributes = Readonly<Record<string, string>>

/** A tree of elements, written with indentation and a prefix. */
class Node {
  readonly lines: string[]
  constructor(name: string, content: string | readonly (Node | null)[], attributes: Attributes = {}) {
    const written = Object.entries(attributes).map(([key, value]) => ` ${key}='${value}'`)
    const open = `<c:${name}${written.join('')}>`
    this.lines =
      typeof content === 'string'
        ? [`${open}${content.includes('&') || content.includes('<') ? `<![CDATA[${content}]]>` : content}</c:${name}>`]
        : [open, ...content.flatMap((child) => child?.lines.map((line) => `  ${line}`) ?? []), `</c:${name}>`]
  }
}
const e = (name: string, content: string | readonly (Node | null)[], attributes: Attributes = {}) =>
  new Node(name, content, attributes)

/** CAMT.053.001.08 (or another version) with prefixes and line breaks: parties in `Pty`, `Sts` with a code, times, interim pages. */
export function writeOtherCamt(statement: MadeStatement, version = '08'): string {
  const { currency, digits } = statement
  const money = (minor: number) => e('Amt', decimalOf(minor, digits, '.'), { Ccy: currency })
  const side = (minor: number) => e('CdtDbtInd', minor < 0 ? 'DBIT' : 'CRDT')
  const balance = (code: string, minor: number) =>
    e('Bal', [
      e('Tp', [e('CdOrPrtry', [e('Cd', code)])]),
      money(minor),
      side(minor),
      e('Dt', [e('DtTm', '2026-12-31T23:59:59+01:00')]),
    ])
  const party = (one: MadeTransaction) => {
    const role = one.amount < 0 !== one.is_reversal ? 'Cdtr' : 'Dbtr'
    return e('RltdPties', [
      e(role, [e('Pty', [e('Nm', one.name)])]),
      one.iban === '' ? null : e(`${role}Acct`, [e('Id', [e('IBAN', one.iban)])]),
    ])
  }
  const lines = (text: string) => (text.match(/.{1,140}/g) ?? []).map((line) => e('Ustrd', line))
  const details = (one: MadeTransaction) =>
    e('TxDtls', [
      e('Refs', [
        one.end_to_end_id === '' ? null : e('EndToEndId', one.end_to_end_id),
        one.bank_reference === '' ? null : e('TxId', one.bank_reference),
      ]),
      money(one.amount),
      side(one.amount),
      party(one),
      e('RmtInf', lines(one.text)),
    ])
  const entries = entriesOf(statement).map((parts, index) => {
    const total = parts.reduce((sum, part) => sum + part.amount, 0)
    return e('Ntry', [
      e('NtryRef', `N${index}`),
      money(total),
      side(total),
      parts[0]!.is_reversal ? e('RvslInd', '1') : null,
      e('Sts', [e('Cd', 'BOOK')]),
      e('BookgDt', [e('DtTm', `${parts[0]!.booked_date}T08:15:00`)]),
      e('NtryDtls', [parts.length > 1 ? e('Btch', [e('NbOfTxs', String(parts.length))]) : null, ...parts.map(details)]),
      e('AddtlNtryInf', 'SEPA'),
    ])
  })
  const root = e(
    'Document',
    [
      e('BkToCstmrStmt', [
        e('GrpHdr', [e('MsgId', 'OTHER')]),
        e('Stmt', [
          e('Id', statement.id),
          e('Acct', [e('Id', [e('IBAN', statement.account)])]),
          balance('OPBD', statement.opening),
          balance('ITAV', 1),
          balance('CLBD', closingOf(statement)),
          balance('CLAV', 5),
          ...entries,
        ]),
      ]),
    ],
    { 'xmlns:c': `urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}` },
  )
  return `\ufeff<?xml version='1.0' encoding='utf-8' standalone='yes'?>\n<!-- a bank -->\n${root.lines.join('\n')}\n`
}

/** MT940 in the envelope of SWIFT, with line feeds and code words between slashes; no entry date, but a funds code. */
export function writeOtherMt940(statement: MadeStatement): string {
  const { currency, digits } = statement
  const date = (day: string) => `${day.slice(2, 4)}${day.slice(5, 7)}${day.slice(8)}`
  const balance = (tag: string, minor: number, day: string) =>
    `:${tag}:${minor < 0 ? 'D' : 'C'}${date(day)}${currency}${comma(minor, digits)}`
  const first = statement.transactions[0]!
  const last = statement.transactions.at(-1)!
  const half = Math.ceil(statement.transactions.length / 2)
  let running = statement.opening
  const page = (number: number, all: MadeTransaction[], open: string, close: string) => {
    const body = [
      `:20:${statement.id}`,
      `:25P:${statement.account}`,
      `:28C:${number}/2`,
      balance(open, running, first.booked_date),
    ]
    for (const one of all) {
      running += one.amount
      const mark = one.is_reversal ? (one.amount > 0 ? 'RD' : 'RC') : one.amount > 0 ? 'C' : 'D'
      const reference = one.bank_reference === '' ? 'NONREF' : `NONREF//${one.bank_reference}`
      body.push(`:61:${date(one.booked_date)}${mark}${currency[2]}${comma(one.amount, digits)}NMSC${reference}`)
      const account = one.iban === '' ? '' : `/IBAN/${one.iban}`
      const text = `/TRTP/SEPA OVERBOEKING${account}/NAME/${one.name}/REMI/${one.text}/EREF/${one.end_to_end_id || 'NOTPROVIDED'}`
      body.push(...(`:86:${text}`.match(/.{1,65}/gs) ?? []))
    }
    body.push(balance(close, running, last.booked_date))
    return `{1:F01BANKDEFFAXXX0000000000}{2:O9401200260101BANKDEFFAXXX00000000002601011200N}{3:{108:X}}{4:\n${body.join('\n')}\n-}{5:{CHK:123456789ABC}}`
  }
  const pages = [page(1, statement.transactions.slice(0, half), '60F', half < statement.transactions.length ? '62M' : '62F')]
  if (half < statement.transactions.length) pages.push(page(2, statement.transactions.slice(half), '60M', '62F'))
  return `${pages.join('\n')}\n`
}

/** CSV as a bank writes it: lines above the names, `;`, quotes, a comma before the decimals and dots between thousands. */
export function writeCsv({ transactions, currency, digits }: MadeStatement): string {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const amount = (minor: number) => {
    const [whole, rest] = decimalOf(minor, digits, ',').split(',')
    const grouped = whole!.replace(/\B(?=(\d{3})+$)/g, '.')
    return `${minor < 0 ? '-' : ''}${grouped}${rest === undefined ? '' : `,${rest}`}`
  }
  const day = (date: string) => date.split('-').reverse().join('.')
  const rows = transactions.map((one) =>
    [day(one.booked_date), cell(one.name), one.iban, cell(one.text), cell(one.end_to_end_id), amount(one.amount), currency].join(
      ';',
    ),
  )
  return ['"Konto";"1234"', '', 'Buchung;Name;IBAN;Zweck;Referenz;Betrag;Währung', ...rows, '', ';;;;Saldo;;', ''].join('\r\n')
}

export const CSV_MAPPING = {
  date: 'Buchung',
  amount: 'Betrag',
  text: 'Zweck',
  name: 'Name',
  iban: 'IBAN',
  currency: 'Währung',
  reference: 'Referenz',
  decimal: ',',
} as const
