// Bank statements made up for tests, and a writer of each format by its published field definitions. `other-statements.ts` has second writers, of
// another style.
import { addDays } from '../../src/kernel/dates.ts'

/** A transaction of a statement that is to be written. Amounts are in minor units; above 0 is money that comes in. */
export interface MadeTransaction {
  booked_date: string
  amount: number
  name: string
  iban: string
  text: string
  end_to_end_id: string
  bank_reference: string
  is_reversal: boolean
  /** Transactions of the same batch are booked as one entry. */
  batch: number | null
}

export interface MadeStatement {
  id: string
  account: string
  currency: string
  digits: number
  opening: number
  transactions: MadeTransaction[]
}

/** Random numbers that are the same in each run: mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const WORDS = [
  'Rechnung',
  'Invoice',
  'INV-2026-000123',
  'Danke',
  'thank you',
  'Order 4711',
  'Kd.Nr. 12/34',
  'Miete',
  'from March',
  'ref: 9',
]
const NAMES = ['Quartz GmbH', 'A. Moreno', 'Studio Lune SARL', 'Bakker en Zonen', 'Ines & Co. KG', 'Vries, J. de']
const IBANS = ['DE75512108001245126199', 'NL91ABNA0417164300', 'FR1420041010050500013M02606', 'AT611904300234573201', '']

/** A statement of up to 40 transactions, in a currency of 0, 2 or 3 digits. */
export function makeStatement(random: () => number): MadeStatement {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  const [currency, digits] = pick([
    ['EUR', 2],
    ['EUR', 2],
    ['CHF', 2],
    ['USD', 2],
    ['JPY', 0],
    ['KWD', 3],
  ] as const)
  const count = 1 + Math.floor(random() * 40)
  let day = addDays('2026-12-20', Math.floor(random() * 20))!
  let batch = 0
  const transactions = Array.from({ length: count }, (_, index): MadeTransaction => {
    if (random() < 0.3) day = addDays(day, 1)!
    const size = random() < 0.1 ? Math.floor(random() * 10) + 1 : Math.floor(random() ** 3 * 10_000_000) + 1
    const is_in_batch = random() < 0.25
    if (!is_in_batch || random() < 0.3) batch += 1
    return {
      booked_date: day,
      amount: random() < 0.35 ? -size : size,
      name: pick(NAMES),
      iban: pick(IBANS),
      text: Array.from({ length: 1 + Math.floor(random() * 12) }, () => pick(WORDS)).join(' '),
      end_to_end_id: random() < 0.5 ? `E2E${index}X${Math.floor(random() * 1e6)}` : '',
      bank_reference: random() < 0.7 ? `BR${String(index).padStart(4, '0')}${Math.floor(random() * 1e8)}` : '',
      is_reversal: !is_in_batch && random() < 0.08,
      batch: is_in_batch ? batch : null,
    }
  })
  return {
    id: `S${Math.floor(random() * 1e6)}`,
    account: 'DE02120300000000202051',
    currency,
    digits,
    opening: Math.floor((random() - 0.3) * 1_000_000),
    transactions,
  }
}

/** An amount without its sign, with `mark` before its decimals. */
export function decimalOf(minor: number, digits: number, mark: string): string {
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}${mark}${text.slice(-digits)}`
}

export const closingOf = ({ opening, transactions }: MadeStatement) =>
  transactions.reduce((sum, { amount }) => sum + amount, opening)

/** Transactions that are booked as one entry: neighbours of the same batch, day and direction. */
export function entriesOf({ transactions }: MadeStatement): MadeTransaction[][] {
  const entries: MadeTransaction[][] = []
  for (const one of transactions) {
    const last = entries.at(-1)
    const [first] = last ?? []
    const fits =
      first?.batch != null &&
      first.batch === one.batch &&
      first.booked_date === one.booked_date &&
      Math.sign(first.amount) === Math.sign(one.amount)
    if (fits) last!.push(one)
    else entries.push([one])
  }
  return entries
}

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** CAMT.053.001.02, without line breaks, all in the default namespace. */
export function writeCamt(statement: MadeStatement): string {
  const { currency, digits } = statement
  const amount = (minor: number) => `<Amt Ccy="${currency}">${decimalOf(minor, digits, '.')}</Amt>`
  const sign = (minor: number) => `<CdtDbtInd>${minor < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
  const balance = (code: string, minor: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(minor)}${sign(minor)}<Dt><Dt>2026-12-31</Dt></Dt></Bal>`
  const details = (one: MadeTransaction, is_batch: boolean) => {
    const role = one.amount < 0 !== one.is_reversal ? 'Cdtr' : 'Dbtr'
    const account = one.iban === '' ? '' : `<${role}Acct><Id><IBAN>${one.iban}</IBAN></Id></${role}Acct>`
    return `<TxDtls><Refs>${one.bank_reference === '' ? '' : `<AcctSvcrRef>${one.bank_reference}</AcctSvcrRef>`}<EndToEndId>${
      one.end_to_end_id || 'NOTPROVIDED'
    }</EndToEndId></Refs>${is_batch ? `<AmtDtls><TxAmt>${amount(one.amount)}</TxAmt></AmtDtls>` : ''}<RltdPties><${role}><Nm>${xml(
      one.name,
    )}</Nm></${role}>${account}</RltdPties><RmtInf><Ustrd>${xml(one.text)}</Ustrd></RmtInf></TxDtls>`
  }
  const entries = entriesOf(statement).map((parts) => {
    const total = parts.reduce((sum, part) => sum + part.amount, 0)
    const reversal = parts[0]!.is_reversal ? '<RvslInd>true</RvslInd>' : ''
    const inner = parts.map((part) => details(part, parts.length > 1)).join('')
    return `<Ntry>${amount(total)}${sign(total)}${reversal}<Sts>BOOK</Sts><BookgDt><Dt>${parts[0]!.booked_date}</Dt></BookgDt><ValDt><Dt>${parts[0]!.booked_date}</Dt></ValDt><BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd><NtryDtls>${inner}</NtryDtls></Ntry>`
  })
  const pending = `<Ntry>${amount(99)}<CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts><BookgDt><Dt>2026-12-31</Dt></BookgDt></Ntry>`
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId><CreDtTm>2027-01-01T00:00:00</CreDtTm></GrpHdr><Stmt><Id>${statement.id}</Id><Acct><Id><IBAN>${statement.account}</IBAN></Id><Ccy>${currency}</Ccy></Acct>${balance('PRCD', statement.opening)}${balance('CLBD', closingOf(statement))}${entries.join('')}${pending}</Stmt></BkToCstmrStmt></Document>`
}

/** MT940 as German banks write it: CR LF, a field 86 with `?20` sub-fields of 27 characters, in lines of 65. */
export function writeMt940(statement: MadeStatement): string {
  const { currency, digits } = statement
  const short = (day: string) => day.slice(2).replaceAll('-', '')
  const balance = (minor: number, day: string) => `${minor < 0 ? 'D' : 'C'}${short(day)}${currency}${comma(minor, digits)}`
  const lines = statement.transactions.flatMap((one) => {
    const mark = one.is_reversal ? (one.amount < 0 ? 'RC' : 'RD') : one.amount < 0 ? 'D' : 'C'
    const bank = one.bank_reference === '' ? '' : `//${one.bank_reference}`
    // The value date may be in another year than the booking.
    const value_date = addDays(one.booked_date, one.amount % 2 === 0 ? -2 : 1)!
    const head = `:61:${short(value_date)}${short(one.booked_date).slice(2)}${mark}${comma(one.amount, digits)}NTRFNONREF${bank}`
    const purpose = `${one.end_to_end_id === '' ? '' : `EREF+${one.end_to_end_id} `}SVWZ+${one.text}`
    const parts = (purpose.match(/.{1,27}/g) ?? []).slice(0, 14)
    const codes = parts.map((part, index) => `?${index < 10 ? 20 + index : 50 + index}${part}`)
    const [name, more = ''] = [one.name.slice(0, 27), one.name.slice(27)]
    const details = `166?00UMSATZ?109310${codes.join('')}?30COBADEFF?31${one.iban}?32${name}${more === '' ? '' : `?33${more}`}`
    return [head, ...(`:86:${details}`.match(/.{1,65}/g) ?? [])]
  })
  const [first, last] = [statement.transactions[0]!.booked_date, statement.transactions.at(-1)!.booked_date]
  return [
    `:20:${statement.id}`,
    `:25:${statement.account}`,
    ':28C:00001/001',
    `:60F:${balance(statement.opening, first)}`,
    ...lines,
    `:62F:${balance(closingOf(statement), last)}`,
    '-',
    '',
  ].join('\r\n')
}

/** `20,` where there are no decimals. */
export function comma(minor: number, digits: number): string {
  const text = decimalOf(minor, digits, ',')
  return digits === 0 ? `${text},` : text.replace(/,0+$/, ',')
}
