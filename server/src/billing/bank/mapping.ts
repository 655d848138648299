// The mapping of CSV files that a company has given.
import type { Context } from '../../http/context.ts'
import { findCsvMapping } from './repository.ts'
import type { CsvMapping } from './schema.ts'

/** The mapping that was given last; null before the first. */
export function getCsvMapping(context: Context): Promise<{ mapping: CsvMapping | null }> {
  return context.read(async (tx) => {
    const saved = await findCsvMapping(tx, context.company_id)
    return { mapping: saved === undefined ? null : (JSON.parse(saved) as CsvMapping) }
  })
}
