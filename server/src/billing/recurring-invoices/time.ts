// Recorded time, as recurring invoices bill it. The rooms of `work` do it: app.ts passes it in.
import type { Context } from '../../http/context.ts'
import type { CompanyId, CustomerId, ProjectId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import type { CreateLineItem } from '../documents/schema.ts'
import type { Invoice } from '../invoices/schema.ts'

/** Which time of a project is billed. */
export interface WantedTime {
  project_id: ProjectId
  customer_id: CustomerId
  /** Time that began before this moment: a timestamp. */
  before: string
  /** Lines that it may make at most. */
  most_lines: number
}

/** Time that an invoice is about to bill. */
export interface TakenTime {
  items: CreateLineItem[]
  /** Marks the time as billed by an invoice, on its lines from the one with the index `first_line` on. */
  markBilled(invoice: Invoice, first_line: number): Promise<void>
}

export interface BillableTime {
  /** Throws 400 at `project_id` where the company has no such project, or it is for another customer. */
  check(tx: Tx, company_id: CompanyId, project_id: string, customer_id: CustomerId): Promise<void>
  /** Takes the time of a project that is stopped, billable and on no invoice yet. Throws as `check` does. */
  take(tx: WriteTx, context: Context, wanted: WantedTime): Promise<TakenTime>
}
