// What exports have of customers.
import { exportPage, type ReadExport } from '../../sql/export-page.ts'
import { readMadeCustomers } from './repository.ts'
import { type Customer, presentCustomer } from './schema.ts'

/** Customers that were made between two moments, the first first. */
export const readCustomers: ReadExport<Customer> = async (tx, scope, after = [scope.from, '']) => {
  const { rows, after: next } = exportPage(await readMadeCustomers(tx, scope, after), ({ created_at, id }) => [created_at, id])
  return { rows: rows.map(presentCustomer), after: next }
}
