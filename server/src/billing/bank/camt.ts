// Pure: reads CAMT.053 statements (ISO 20022, versions 002 to 013) by the local names of their elements, whatever the namespace and its prefix.
import { isDate } from '../../kernel/dates.ts'
import type { Minor } from '../../kernel/money.ts'
import { childOf, childrenOf, parseXml, textAt, UnreadableFile, type XmlElement } from '../../kernel/xml.ts'
import {
  checkBalances,
  exactMinor,
  MOST_TRANSACTIONS,
  type ParsedTransaction,
  realReference,
  statementCurrency,
} from './parsed.ts'

/** A transaction with all its fields takes some 40 elements. */
const BOUNDS = { most_bytes: 10 * 1024 * 1024, most_elements: 500_000, most_attributes: 100_000, files: 'bank statements' }

/**
 * The booked transactions of all statements of a file, in its order. A batch becomes its transactions where they have amounts that add up to
 * it, else it is one. Throws UnreadableFile for what is no CAMT.053, and for a statement that does not add up.
 */
export function readCamt(file: Uint8Array | string): ParsedTransaction[] {
  const root = parseXml(file, BOUNDS)
  const message = root.name === 'BkToCstmrStmt' ? root : childOf(root, 'BkToCstmrStmt')
  if (!message) throw new UnreadableFile(`The file is XML, but not a CAMT.053 statement: ${root.name} contains no BkToCstmrStmt.`)
  const found: ParsedTransaction[] = []
  for (const statement of childrenOf(message, 'Stmt')) {
    found.push(...transactionsOf(statement))
    if (found.length > MOST_TRANSACTIONS) throw new UnreadableFile(`The file has more than ${MOST_TRANSACTIONS} transactions.`)
  }
  return found
}

function transactionsOf(statement: XmlElement): ParsedTransaction[] {
  const account = accountOf(childOf(statement, 'Acct'))
  const entries = childrenOf(statement, 'Ntry').filter(isBooked)
  const { opening, closing, currency } = balancesOf(statement, account.currency)
  const amounts: Minor[] = []
  const transactions = entries.flatMap((entry) => {
    const read = readEntry(entry, account.id)
    amounts.push(read.amount)
    if (currency !== '' && read.currency !== currency)
      throw new UnreadableFile(`Line ${entry.line}: the entry is in ${read.currency}, but the account is in ${currency}.`)
    return read.transactions
  })
  const name = `Statement ${textAt(statement, 'Id') || textAt(statement, 'ElctrncSeqNb') || account.id}`
  if (currency !== '') checkBalances({ name, currency, opening, closing }, amounts)
  return transactions
}

function accountOf(account: XmlElement | undefined) {
  const id = childOf(account, 'Id')
  const code = textAt(account, 'Ccy')
  return { id: textAt(id, 'IBAN') || textAt(id, 'Othr', 'Id'), currency: code === '' ? '' : statementCurrency(code) }
}

/** Without a status an entry is booked; pending ones come again once they are. */
function isBooked(entry: XmlElement): boolean {
  const status = childOf(entry, 'Sts')
  const code = (textAt(status, 'Cd') || (status?.text ?? '')).toUpperCase()
  return code === '' || code === 'BOOK'
}

/** The booked balances. A page of a longer statement has interim ones: the first it begins with, the last it ends with. */
function balancesOf(statement: XmlElement, account_currency: string) {
  let currency = account_currency
  const found = childrenOf(statement, 'Bal').map((balance) => {
    const amount = childOf(balance, 'Amt')
    currency ||= statementCurrency(amount?.attributes.get('Ccy') ?? '')
    const code = textAt(balance, 'Tp', 'CdOrPrtry', 'Cd')
    return { code, minor: () => signed(balance, exactMinor(amount?.text ?? '', currency, `Line ${balance.line}`)) }
  })
  const coded = (...codes: string[]) => found.filter(({ code }) => codes.includes(code))
  const interim = coded('ITBD')
  const opening = coded('OPBD')[0] ?? coded('PRCD')[0] ?? (interim.length === 2 ? interim[0] : undefined)
  const closing =
    coded('CLBD').at(-1) ?? (interim.length > 0 && (opening !== interim[0] || interim.length === 2) ? interim.at(-1) : undefined)
  return { opening: opening?.minor() ?? null, closing: closing?.minor() ?? null, currency }
}

/** The indicator is the sign of the booking, of a reversal too (usage rule of ISO 20022). */
function signed(element: XmlElement, amount: Minor): Minor {
  const indicator = textAt(element, 'CdtDbtInd')
  if (indicator !== 'CRDT' && indicator !== 'DBIT')
    throw new UnreadableFile(`Line ${element.line}: CdtDbtInd must be CRDT or DBIT.`)
  return indicator === 'DBIT' && amount !== 0 ? -amount : amount
}

function amountOf(element: XmlElement): { amount: Minor; currency: string } {
  const amount = childOf(element, 'Amt')
  const currency = statementCurrency(amount?.attributes.get('Ccy') ?? '')
  return { amount: exactMinor(amount?.text ?? '', currency, `Line ${element.line}`), currency }
}

function readEntry(entry: XmlElement, account: string) {
  const { amount: size, currency } = amountOf(entry)
  const amount = signed(entry, size)
  const day = dayOf(childOf(entry, 'BookgDt')) || dayOf(childOf(entry, 'ValDt'))
  if (!isDate(day)) throw new UnreadableFile(`Line ${entry.line}: the entry has no booking date.`)
  const whole = {
    account,
    booked_date: day,
    amount,
    currency,
    is_reversal: textAt(entry, 'RvslInd') === 'true' || textAt(entry, 'RvslInd') === '1',
  }
  const details = childrenOf(entry, 'NtryDtls').flatMap((one) => childrenOf(one, 'TxDtls'))
  const parts = details.length > 1 ? partsOf(details, amount, currency) : undefined
  const transactions = parts
    ? details.map((one, index) => describe(entry, one, { ...whole, amount: parts[index]! }))
    : [describe(entry, details.length === 1 ? details[0] : undefined, whole)]
  return { amount, currency, transactions }
}

/** The amounts of the transactions of a batch; undefined unless each has one in the currency of the entry, and they add up to it. */
function partsOf(details: readonly XmlElement[], whole: Minor, currency: string): Minor[] | undefined {
  const parts: Minor[] = []
  for (const one of details) {
    const amount = [childOf(one, 'Amt'), childOf(childOf(childOf(one, 'AmtDtls'), 'TxAmt'), 'Amt')].find(
      (found) => found?.attributes.get('Ccy') === currency,
    )
    if (!amount) return undefined
    const minor = exactMinor(amount.text, currency, `Line ${one.line}`)
    const indicator = textAt(one, 'CdtDbtInd')
    const is_debit = indicator === '' ? whole < 0 : indicator === 'DBIT'
    parts.push(is_debit && minor !== 0 ? -minor : minor)
  }
  return parts.reduce((sum, part) => sum + part, 0) === whole ? parts : undefined
}

const dayOf = (date: XmlElement | undefined): string => textAt(date, 'Dt').slice(0, 10) || textAt(date, 'DtTm').slice(0, 10)

type Booking = Pick<ParsedTransaction, 'account' | 'booked_date' | 'amount' | 'currency' | 'is_reversal'>

function describe(entry: XmlElement, details: XmlElement | undefined, booking: Booking): ParsedTransaction {
  const references = childOf(details, 'Refs')
  const remittance = childOf(details, 'RmtInf')
  const structured = childrenOf(remittance, 'Strd')
  const creditor_reference = structured.map((one) => textAt(one, 'CdtrRefInf', 'Ref')).find((one) => one !== '') ?? ''
  const end_to_end_id = realReference(textAt(references, 'EndToEndId'))
  const bank_reference =
    realReference(textAt(references, 'AcctSvcrRef')) ||
    realReference(textAt(references, 'TxId')) ||
    (details === undefined || childrenOf(childOf(entry, 'NtryDtls'), 'TxDtls').length === 1 ? entryReference(entry) : '')
  const lines = [
    ...childrenOf(remittance, 'Ustrd').map(({ text }) => text),
    ...structured.flatMap((one) => childrenOf(one, 'AddtlRmtInf').map(({ text }) => text)),
    ...structured.flatMap((one) => childrenOf(one, 'RfrdDocInf').map((document) => textAt(document, 'Nb'))),
  ].filter((line) => line !== '')
  const text = joinLines(lines) || textAt(details, 'AddtlTxInf') || textAt(entry, 'AddtlNtryInf')
  return {
    ...booking,
    ...otherParty(details, booking),
    text,
    reference: creditor_reference || end_to_end_id || bank_reference,
    end_to_end_id,
    bank_reference,
    foreign_amount: foreignAmount(details ?? entry, booking.currency) || foreignAmount(entry, booking.currency),
    return_reason: returnReason(details),
  }
}

const entryReference = (entry: XmlElement): string =>
  realReference(textAt(entry, 'AcctSvcrRef')) || realReference(textAt(entry, 'NtryRef'))

/** A line that fills its field goes on in the next one. */
function joinLines(lines: readonly string[]): string {
  return lines.reduce((text, line, index) => (index > 0 && lines[index - 1]!.length < 140 ? `${text} ${line}` : text + line), '')
}

/**
 * Who paid what came in, and who was paid what went out. Of a returned transfer the roles are those of the first one; some banks turn them round,
 * so nobody is the other party of their own account.
 */
function otherParty(details: XmlElement | undefined, { amount, account, is_reversal }: Booking): { name: string; iban: string } {
  const parties = childOf(details, 'RltdPties')
  const is_returned = is_reversal || childOf(details, 'RtrInf') !== undefined
  const is_creditor = amount < 0 !== is_returned
  const found = partyAs(parties, is_creditor ? 'Cdtr' : 'Dbtr')
  return found.iban !== '' && found.iban === account ? partyAs(parties, is_creditor ? 'Dbtr' : 'Cdtr') : found
}

function partyAs(parties: XmlElement | undefined, role: 'Cdtr' | 'Dbtr'): { name: string; iban: string } {
  const nameOf = (party: XmlElement | undefined) => textAt(party, 'Nm') || textAt(party, 'Pty', 'Nm')
  return {
    name: nameOf(childOf(parties, role)) || nameOf(childOf(parties, `Ultmt${role}`)),
    iban: textAt(parties, `${role}Acct`, 'Id', 'IBAN'),
  }
}

function foreignAmount(element: XmlElement, currency: string): string {
  const details = childOf(element, 'AmtDtls')
  const amounts = ['InstdAmt', 'TxAmt', 'CntrValAmt'].map((name) => childOf(childOf(details, name), 'Amt'))
  const foreign = amounts.find((amount) => (amount?.attributes.get('Ccy') ?? currency) !== currency)
  return foreign ? `${foreign.attributes.get('Ccy')} ${foreign.text}` : ''
}

function returnReason(details: XmlElement | undefined): string {
  const info = childOf(details, 'RtrInf')
  const reason = textAt(info, 'Rsn', 'Cd') || textAt(info, 'Rsn', 'Prtry')
  return [reason, ...childrenOf(info, 'AddtlInf').map(({ text }) => text)].filter((part) => part !== '').join(' ')
}
