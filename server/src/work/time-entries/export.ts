// What exports have of time.
import { exportPage, type ReadExport } from '../../sql/export-page.ts'
import { readStarted } from './export-repository.ts'
import { presentTimeEntryOfCompany, type TimeEntryOfCompany } from './schema.ts'

/** Time entries that begin between two moments, the earliest first. */
export const readTimeEntries: ReadExport<TimeEntryOfCompany> = async (tx, scope, after = [scope.from, '']) => {
  const { rows, after: next } = exportPage(await readStarted(tx, scope, after), ({ start_time, id }) => [start_time, id])
  return { rows: rows.map(presentTimeEntryOfCompany), after: next }
}
