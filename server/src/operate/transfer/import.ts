// Reading an export into a database: all of it in one transaction, or nothing.
import { createHash, type Hash } from 'node:crypto'
import { anchorKeyOf, signatureOf } from '../../access/audit-log/anchor.ts'
import { removeAnchored } from '../../access/audit-log/repository.ts'
import type { AuditAnchorsTable } from '../../access/audit-log/table.ts'
import { markFirst } from '../../access/organizations/repository.ts'
import { ApiError } from '../../kernel/errors.ts'
import type { OrganizationId, WebhookEndpointId } from '../../kernel/ids.ts'
import type { Vault } from '../../kernel/vault.ts'
import { liveSecrets } from '../../record/webhooks/signing-secrets.ts'
import type { Database, WriteTx } from '../../sql/database.ts'
import {
  checkSchema,
  checkTableLine,
  checkTrailer,
  type Header,
  parseLine,
  readHeader,
  readRow,
  type Trailer,
  TransferFault,
} from './lines.ts'
import { findFilledTable, findTableOfOrganization, insertAll, saveParent, schemaOf } from './repository.ts'
import { ORGANIZATION_TABLES, type Row, TRANSFER_TABLES, type TransferTable } from './tables.ts'
import { checkValues } from './values.ts'

/** A line of an export is a row: the largest contain a document and the answers to a webhook's attempts. */
const LONGEST_LINE_BYTES = 64 * 1024 * 1024
/** The most rows inserted at once, and the length of their lines at which they are inserted earlier. */
const ROWS_PER_INSERT = 50
const INSERT_BYTES = 1_000_000

/** What an import needs to know of its target. */
export interface ImportTarget {
  /** The vault of the server that will run on the database; undefined when it has no key yet. */
  vault: Vault | undefined
  now_ms: number
}

export interface ImportReport {
  /** The one that the export held; null for all. */
  organization: string | null
  rows: Record<string, number>
}

/**
 * Reads an export: one of everything into an empty database, one of an organization into any. All lines, their number and their hash are
 * checked before the one transaction commits: an import that fails, or is killed, leaves the database as it was. Memory stays the same for
 * any size. `open` returns the bytes, from the start each time that the database has to run the transaction again. Throws
 * TransferFault, with the one line to show, for whatever is wrong with it.
 */
export function importLines(
  database: Database,
  open: () => AsyncIterable<Uint8Array>,
  target: ImportTarget,
): Promise<ImportReport> {
  return database.write(async (tx) => {
    const lines = new LineReader(open())
    try {
      const first = await lines.next()
      if (!first) throw new TransferFault('There is nothing to import: the file is empty')
      const header = readHeader(first.text)
      lines.accept()
      checkSchema(header.schema, await schemaOf(tx))
      await checkRoom(tx, header)
      return await new Import(tx, header, target).run(lines)
    } finally {
      await lines.close()
    }
  })
}

/** Throws TransferFault if the database has rows that an import would collide with. */
async function checkRoom(tx: WriteTx, { organization }: Header): Promise<void> {
  if (organization !== null) {
    if (!(await findTableOfOrganization(tx, organization))) return
    throw new TransferFault(`The organization ${organization} is in this database already`)
  }
  const filled = await findFilledTable(tx)
  if (filled === undefined) return
  throw new TransferFault(
    `The database is not empty (${filled}): import into a new one, which no server has run on yet, or export one --organization`,
  )
}

/** One import under way. */
class Import {
  private readonly tx: WriteTx
  private readonly header: Header
  private readonly target: ImportTarget
  private readonly tables: readonly TransferTable[]
  private readonly known = new Set<string>(TRANSFER_TABLES.map(({ name }) => name))
  private readonly rows: Record<string, number> = {}
  private readonly companies = new Set<unknown>()
  private waiting: Row[] = []
  private waiting_bytes = 0
  private first_waiting_line = 0
  /** The rows of one group (`within`) whose parents are not filled in yet. */
  private children: Row[] = []
  private group: Row | undefined

  constructor(tx: WriteTx, header: Header, target: ImportTarget) {
    this.tx = tx
    this.header = header
    this.target = target
    this.tables = header.organization === null ? TRANSFER_TABLES : ORGANIZATION_TABLES
  }

  async run(lines: LineReader): Promise<ImportReport> {
    let next_table = 0
    let table: TransferTable | undefined
    for (;;) {
      const line = await lines.next()
      if (!line) throw cutOff(lines.number)
      const parsed = parseOrCutOff(line)
      if (Array.isArray(parsed)) {
        if (!table) throw new TransferFault(`Line ${line.number}: a row stands before the first table`)
        await this.take(table, readRow(table, parsed, line.number), line)
      } else {
        if (table) await this.finish(table)
        if (Object.hasOwn(parsed, 'sha256')) return await this.end(parsed, next_table, lines)
        checkTableLine(parsed, this.tables[next_table], this.known, line.number)
        table = this.tables[next_table++]!
        this.rows[table.name] = 0
      }
      lines.accept()
    }
  }

  private async take(table: TransferTable, row: Row, line: Line): Promise<void> {
    this.checkOwner(table, row, line.number)
    checkValues(table, row, line.number)
    if (table.name === 'webhook_endpoints') this.checkSecrets(row)
    if (table.name === 'audit_anchors') this.signAnchor(row as unknown as AuditAnchorsTable)
    if (table.parent) await this.keepParent(table, row)
    if (this.waiting.length === 0) this.first_waiting_line = line.number
    this.waiting.push(row)
    this.waiting_bytes += line.text.length
    this.rows[table.name]!++
    if (this.waiting.length >= ROWS_PER_INSERT || this.waiting_bytes >= INSERT_BYTES) await this.insertWaiting(table)
  }

  /** An export of one organization adds to no other. */
  private checkOwner(table: TransferTable, row: Row, line: number): void {
    const { organization } = this.header
    if (organization === null || table.owner.of === 'database') return
    const owner = row[table.owner.column]
    if (table.name === 'companies') this.companies.add(row['id'])
    const is_own = table.owner.of === 'company' ? this.companies.has(owner) : owner === organization
    if (!is_own) throw new TransferFault(`Line ${line}: the row of ${table.name} does not belong to ${organization}`)
  }

  private checkSecrets(endpoint: Row): void {
    if (endpoint['deleted_at'] !== null) return
    const { vault, now_ms } = this.target
    const needed = "needs the key that its webhook endpoints' signing secrets are sealed with"
    const put = 'copy secret.key of the server that it comes from into the data folder, or set QUOIN_SECRET_KEY to its key'
    if (!vault) throw new TransferFault(`The import ${needed}: ${put}`)
    try {
      liveSecrets(endpoint['secrets'] as string, vault, endpoint['id'] as WebhookEndpointId, now_ms)
    } catch {
      const instead =
        this.header.organization === null ? '' : ', or delete the webhook endpoints there, export again and make them again'
      throw new TransferFault(`The import ${needed}, and the key here is another one: ${put}${instead}`)
    }
  }

  /** Signs an anchor with the key of the server here: it vouches for no more than the import itself, which could have come with another chain. */
  private signAnchor(anchor: AuditAnchorsTable): void {
    const { vault } = this.target
    if (!vault) {
      throw new TransferFault(
        'The import has an audit log with entries cut out, whose anchors are signed with the secret key: copy secret.key of the server that it comes from into the data folder, or set QUOIN_SECRET_KEY to its key',
      )
    }
    anchor.signature = signatureOf(anchor, anchorKeyOf(vault))
  }

  /** Takes the parent out of a row until all rows of its group are there; the rows of a group follow each other. */
  private async keepParent(table: TransferTable, row: Row): Promise<void> {
    const { column, within } = table.parent!
    if (this.group && within.some((one) => this.group![one] !== row[one])) await this.finish(table)
    this.group = row
    if (row[column] === null) return
    const child: Row = { [column]: row[column] }
    for (const one of table.key) child[one] = row[one]
    this.children.push(child)
    row[column] = null
  }

  private async finish(table: TransferTable): Promise<void> {
    await this.insertWaiting(table)
    const children = this.children
    this.children = []
    this.group = undefined
    try {
      for (const child of children) await saveParent(this.tx, table, child)
    } catch (error) {
      throw refused(table, 'A parent', error)
    }
  }

  private async insertWaiting(table: TransferTable): Promise<void> {
    if (this.waiting.length === 0) return
    const rows = this.waiting
    const last_line = this.first_waiting_line + rows.length - 1
    this.waiting = []
    this.waiting_bytes = 0
    try {
      await insertAll(this.tx, table, rows)
      if (table.name === 'audit_anchors')
        for (const anchor of rows) removeAnchored(this.tx, anchor as unknown as AuditAnchorsTable)
    } catch (error) {
      throw refused(table, `A row of lines ${this.first_waiting_line} to ${last_line}`, error)
    }
  }

  private async end(parsed: Record<string, unknown>, next_table: number, lines: LineReader): Promise<ImportReport> {
    const missing = this.tables[next_table]
    if (missing) throw new TransferFault(`The export was altered: it has no table ${missing.name}`)
    const trailer: Trailer = { rows: this.rows, sha256: lines.sha256() }
    checkTrailer(parsed, trailer)
    const more = await lines.next()
    if (more) throw new TransferFault(`The export was altered: it goes on in line ${more.number}, after its end`)
    const { organization } = this.header
    if (organization !== null) markFirst(this.tx, organization as OrganizationId)
    return { organization, rows: this.rows }
  }
}

/** What the database refuses (a missing reference, a duplicate key) is a fault of the file; a full disk is not. */
function refused(table: TransferTable, what: string, error: unknown): Error {
  if (error instanceof ApiError || error instanceof TransferFault) return error
  return new TransferFault(`${what} can't be added to ${table.name}: ${(error as Error).message}`)
}

const cutOff = (lines: number) => new TransferFault(`The export is cut off after line ${lines}: its last line is missing`)

function parseOrCutOff(line: Line) {
  try {
    return parseLine(line.text, line.number)
  } catch (error) {
    throw line.is_ended ? error : cutOff(line.number - 1)
  }
}

interface Line {
  number: number
  text: string
  /** Whether a line break follows. */
  is_ended: boolean
}

const LINE_BREAK = 0x0a

/** Splits chunks into lines, and hashes those that were accepted. */
class LineReader {
  /** The lines read so far. */
  number = 0
  private readonly chunks: AsyncIterator<Uint8Array>
  private readonly hash: Hash = createHash('sha256')
  private chunk: Buffer = Buffer.alloc(0)
  private at = 0
  private line: Buffer = this.chunk

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.chunks = chunks[Symbol.asyncIterator]()
  }

  /** The next line; undefined at the end. Throws TransferFault for one that is longer than any of an export. */
  async next(): Promise<Line | undefined> {
    const pieces: Buffer[] = []
    let bytes = 0
    for (;;) {
      const end = this.chunk.indexOf(LINE_BREAK, this.at)
      const piece = this.chunk.subarray(this.at, end < 0 ? undefined : end + 1)
      pieces.push(piece)
      bytes += piece.length
      this.at += piece.length
      if (end >= 0) return this.take(pieces, true)
      if (bytes > LONGEST_LINE_BYTES) throw new TransferFault(`Line ${this.number + 1} is longer than any of an export`)
      const { done, value } = await this.chunks.next()
      if (done) return bytes > 0 ? this.take(pieces, false) : undefined
      this.chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
      this.at = 0
    }
  }

  /** Puts the line that was read last into the hash. */
  accept(): void {
    this.hash.update(this.line)
  }

  /** The SHA-256 of the lines that were accepted. */
  sha256(): string {
    return this.hash.digest('hex')
  }

  /** Returns the rest to its source: standard input would keep the process alive. */
  async close(): Promise<void> {
    await this.chunks.return?.()
  }

  private take(pieces: Buffer[], is_ended: boolean): Line {
    this.line = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
    const text = this.line.toString('utf8', 0, this.line.length - (is_ended ? 1 : 0))
    return { number: ++this.number, text, is_ended }
  }
}
