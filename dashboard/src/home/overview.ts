import type { components } from '../../../sdk/src/api.ts'
import type { Data } from '../../../sdk/src/types.ts'

/** The figures of the first page, as the service sums them: per currency, never added across. */
export type Overview = Data<'/dashboard/api/overview', 'get'>
export type InvoiceSummary = components['schemas']['InvoiceSummary']

/** How many days an invoice is late: the columns of the table. */
export const AGES = ['0–30', '31–60', '61–90', '90+'] as const
