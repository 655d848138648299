import { documentSearch } from '../documents/search.ts'

/** Finds quotes for the search of the dashboard. */
export const quoteSearch = documentSearch('quotes', 'quote_number', 'quote')
