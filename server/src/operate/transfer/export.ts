// Writing everything that the database holds, or all of one organization, as lines.
import { createHash } from 'node:crypto'
import type { Database, Tx } from '../../sql/database.ts'
import { headerLine, rowLine, TransferFault, tableLine, trailerLine } from './lines.ts'
import { hasPages, listPage, schemaOf } from './repository.ts'
import { ORGANIZATION_TABLES, type Row, TRANSFER_TABLES, type TransferTable } from './tables.ts'

/** The most rows read at once, and their intended size: events contain whole documents, so their pages have fewer rows. */
const ROWS_PER_PAGE = 500
/** Of the first page, whose rows may be files: it shows how large they are. */
const ROWS_OF_FIRST_PAGE = 20
const PAGE_BYTES = 1_000_000

/** The number of written rows of each table. */
export interface ExportReport {
  rows: Record<string, number>
  sha256: string
}

/**
 * Writes an export of one snapshot of the database, or of one organization if given. Writers continue meanwhile, and memory stays
 * the same for any size: `write` gets some rows at a time, and is awaited. The same rows give the same bytes on both engines.
 * Throws TransferFault if the organization, or any at all, does not exist.
 */
export function exportLines(
  database: Database,
  organization: string | null,
  write: (text: string) => Promise<void>,
): Promise<ExportReport> {
  return database.read(async (tx) => {
    const hash = createHash('sha256')
    const rows: Record<string, number> = {}
    const put = (text: string) => {
      hash.update(text)
      return write(text)
    }
    const tables = organization === null ? TRANSFER_TABLES : ORGANIZATION_TABLES
    const companies: string[] = []
    await put(`${headerLine({ schema: await schemaOf(tx), organization })}\n`)
    for (const table of tables) {
      await put(`${tableLine(table)}\n`)
      rows[table.name] = 0
      for (const owner of ownersOf(table, organization, companies)) {
        for await (const page of pagesOf(tx, table, owner)) {
          await put(page.text)
          rows[table.name]! += page.rows.length
          if (organization !== null && table.name === 'companies') companies.push(...page.rows.map((row) => row['id'] as string))
        }
      }
      // The first of all tables: only the header and this have been written.
      if (table.name === 'organizations' && rows['organizations'] === 0) throw nothingToExport(organization)
    }
    const report = { rows, sha256: hash.digest('hex') }
    await write(`${trailerLine(report)}\n`)
    return report
  })
}

/** Whose rows are asked for, one after the other; undefined asks for all. */
function ownersOf(table: TransferTable, organization: string | null, companies: readonly string[]) {
  if (organization === null) return [undefined]
  return table.owner.of === 'company' ? companies : [organization]
}

function nothingToExport(organization: string | null): TransferFault {
  if (organization !== null) return new TransferFault(`There is no organization ${organization}`)
  return new TransferFault('There is nothing to export: the database that the QUOIN_… variables name is empty')
}

async function* pagesOf(tx: Tx, table: TransferTable, owner: string | undefined): AsyncGenerator<{ rows: Row[]; text: string }> {
  let limit = ROWS_OF_FIRST_PAGE
  let last: Row | undefined
  for (;;) {
    const rows = await listPage(tx, table, owner, last, limit)
    if (rows.length === 0) return
    const taken = table.leaves_unowned ? rows.filter((row) => row[ownerColumn(table)] !== '') : rows
    const text = taken.map((row) => `${rowLine(table, row)}\n`).join('')
    yield { rows: taken, text }
    if (rows.length < limit || !hasPages(table, owner)) return
    last = rows.at(-1)
    limit = Math.max(1, Math.min(ROWS_PER_PAGE, Math.floor((rows.length * PAGE_BYTES) / Math.max(1, text.length))))
  }
}

const ownerColumn = ({ owner }: TransferTable) => (owner.of === 'database' ? '' : owner.column)
