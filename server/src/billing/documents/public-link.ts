// The public link of a document of any kind: the address of its page, what its first view changes, and a new token for it.
import type { Context } from '../../http/context.ts'
import type { CompanyId, OrganizationId } from '../../kernel/ids.ts'
import type { EventDraft } from '../../record/events/event-type.ts'
import { recordEvents } from '../../record/events/record.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { newPublicToken } from './service.ts'
import type { DocumentColumns } from './table.ts'

/** The first part of the path of a public page. */
export const PUBLIC_PATHS = { invoice: 'i', quote: 'q' } as const
export type PublicKind = keyof typeof PUBLIC_PATHS

/** The path of the public page with a token. */
export const publicPath = (kind: PublicKind, public_token: string) => `/${PUBLIC_PATHS[kind]}/${public_token}`

/** The document that a token opens, and whose it is. */
export interface PublicDocument<Id extends string = string> {
  company_id: CompanyId
  id: Id
  organization_id: OrganizationId
  /** Of the company. */
  time_zone: string
}

/** How a kind of document stores and reports the changes of its public link. */
interface Linked<R, Id extends string> {
  store: {
    findByToken(tx: Tx, public_token: string): Promise<PublicDocument<Id> | undefined>
    find(tx: Tx, company_id: CompanyId, id: Id): Promise<R | undefined>
    save(tx: WriteTx, before: R, after: R, are_items_changed: boolean): Promise<void>
  }
  load(tx: Tx, company_id: CompanyId, id: string): Promise<R>
  /** The events of a first view, and those of a new token. */
  viewed(after: R): EventDraft[]
  renewed(before: R, after: R): EventDraft[]
}

/** Makes the functions of the public link of one kind of document. */
export function publicLink<R extends DocumentColumns & { status: string }, Id extends string>({
  store,
  load,
  viewed,
  renewed,
}: Linked<R, Id>) {
  return {
    /** The document that a token opens: living, of any company, and no draft. */
    find: store.findByToken,

    /** A document with its lines, as `find` named it; undefined if it was deleted since. */
    read: store.find,

    /** Moves a document from `sent` to `viewed`, with its event. Any other status stays, so that a second view changes nothing. */
    async markViewed(tx: WriteTx, { company_id, id, now }: { company_id: CompanyId; id: Id; now: string }): Promise<void> {
      const before = await store.find(tx, company_id, id)
      if (before?.status !== 'sent') return
      const after = { ...before, status: 'viewed', updated_at: now }
      await store.save(tx, before, after, false)
      await recordEvents(tx, { company_id, now }, viewed(after))
    },

    /** Gives a document a new token: from the commit on the old link opens nothing. Throws 404. */
    async renewIn(tx: WriteTx, context: Context, id: string): Promise<R> {
      const before = await load(tx, context.company_id, id)
      const after = { ...before, public_token: newPublicToken(), updated_at: context.now }
      await store.save(tx, before, after, false)
      await recordEvents(tx, context, renewed(before, after))
      return after
    },
  }
}
