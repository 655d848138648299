import { documentSearch } from '../documents/search.ts'

/** Finds invoices for the search of the dashboard. */
export const invoiceSearch = documentSearch('invoices', 'invoice_number', 'invoice')
