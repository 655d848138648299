// What is done with a document of any kind on its way to the customer: by mail, as a file, on its public page. Kinds say what differs.
import type { TObject, TSchema } from 'typebox'
import type { Context } from '../../http/context.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import type { EventDraft } from '../../record/events/event-type.ts'
import { recordEvents } from '../../record/events/record.ts'
import type { Email, EmailPreview, SendEmail } from '../../record/mail/schema.ts'
import { type MailParts, previewEmail, sendEmail } from '../../record/mail/service.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import type { ShownCustomer } from './customer.ts'
import type { DocumentKind } from './kinds.ts'
import { mailingOf } from './mailing.ts'
import type { OwnFields } from './record.ts'
import { isDraft, loadDocument, newPublicToken, type PublicDocument, reissued } from './service.ts'
import type { DocumentColumns } from './table.ts'

/** How a kind of document differs from others. Methods, so that all kinds fit into one table. */
interface Differences<R, Shown extends object, Id extends string> {
  kind: DocumentKind
  store: {
    find(tx: Tx, company_id: CompanyId, id: Id): Promise<R | undefined>
    findByToken(tx: Tx, public_token: string): Promise<PublicDocument<Id> | undefined>
    save(tx: WriteTx, before: R, after: R, are_items_changed: boolean): Promise<void>
    saveVersion(tx: WriteTx, record: R, version: number): Promise<void>
  }
  /** The shape of answers, with an example for the reference. */
  schema: TSchema
  example: Shown
  present(record: R): Shown
  own(record: R): OwnFields
  /** The events of a change that moves no money. */
  changed(before: R, after: R): EventDraft[]
  /** Null: documents of the kind are issued at once. */
  drafts: Drafts<R> | null
}

/** Of a kind that begins as a draft. */
interface Drafts<R> {
  /** The shape of requests to create one. */
  create: TObject
  isChanged(before: R, after: R): boolean
  /** The event of the first view of its public page. */
  viewed(after: R): EventDraft[]
  /** Makes a draft `sent`, with its events. */
  issue(tx: WriteTx, context: Context, before: R): Promise<R>
  /** The draft that a request would create, to be looked at. Throws 400 as that does. */
  draftToSee(tx: Tx, context: Context, input: object): Promise<R>
}

/** What `issuedDocuments` makes, whatever the kind. */
export interface IssuedDocuments<R, Id extends string = string> {
  kind: DocumentKind
  drafts: Pick<Drafts<R>, 'create' | 'draftToSee'> | null
  own(record: R): OwnFields
  /** The document that a token opens: living, of any company, and no draft. */
  findByToken(tx: Tx, public_token: string): Promise<PublicDocument<Id> | undefined>
  /** A document with its lines; undefined for one that is not there. */
  find(tx: Tx, company_id: CompanyId, id: Id): Promise<R | undefined>
  /** The same; throws 404. */
  load(tx: Tx, company_id: CompanyId, id: string): Promise<R>
  /** Saves how many versions of its PDF are kept, in the transaction that keeps one. */
  saveVersion(tx: WriteTx, record: R, version: number): Promise<void>
  /** Moves a document from `sent` to `viewed`, with its event. Any other status stays, so that a second view changes nothing. */
  markViewed(tx: WriteTx, viewed: { company_id: CompanyId; id: Id; now: string }): Promise<void>
}

/** Makes the functions of one kind. All that take an id throw 404. */
export function issuedDocuments<
  R extends DocumentColumns & ShownCustomer & { id: string; status: string },
  Shown extends object,
  Id extends string,
>(parts: Differences<R, Shown, Id>) {
  const { kind, store, drafts } = parts
  const load = (tx: Tx, company_id: CompanyId, id: string) => loadDocument(tx, company_id, kind, id, store.find)

  async function saveChanged(tx: WriteTx, context: Context, before: R, after: R): Promise<Shown> {
    await store.save(tx, before, after, false)
    await recordEvents(tx, context, parts.changed(before, after))
    return parts.present(after)
  }

  /** The same as `send` inside a larger transaction, of a document that was read in it. */
  async function sendIn(tx: WriteTx, context: Context, mail: MailParts, before: R, input: SendEmail): Promise<Email> {
    const document = drafts && before.status === 'draft' ? await drafts.issue(tx, context, before) : before
    return sendEmail(tx, context, mail, await mailing(tx, context, document), input)
  }

  const mailing = (tx: Tx, context: Context, document: R) => mailingOf(tx, context, kind, document, parts.own(document))

  return {
    ...parts,
    load,
    find: store.find,
    findByToken: store.findByToken,
    saveVersion: store.saveVersion,
    sendIn,

    async markViewed(tx: WriteTx, { company_id, id, now }: { company_id: CompanyId; id: Id; now: string }): Promise<void> {
      const before = await store.find(tx, company_id, id)
      if (!drafts || before?.status !== 'sent') return
      const after = { ...before, status: 'viewed', updated_at: now }
      await store.save(tx, before, after, false)
      await recordEvents(tx, { company_id, now }, drafts.viewed(after))
    },

    /** Gives a document a new public link: from the commit on, the old one opens nothing. */
    renewToken(context: Context, id: string): Promise<Shown> {
      return context.transaction(async (tx) => {
        const before = await load(tx, context.company_id, id)
        return saveChanged(tx, context, before, { ...before, public_token: newPublicToken(), updated_at: context.now })
      })
    },

    /**
     * Takes customer and company of an issued document as they are now: for an address that was mistyped. Its next PDF is a new version. Throws
     * 409 `invoice_is_draft` (or `quote_…`): a draft follows them anyway. Nothing happens when they are as they were. Null for a kind without
     * drafts, whose documents never change.
     */
    reissue:
      drafts &&
      ((context: Context, id: string): Promise<Shown> =>
        context.transaction(async (tx) => {
          const before = await load(tx, context.company_id, id)
          if (before.status === 'draft') throw isDraft(kind)
          const after = await reissued(tx, before, context.now)
          return drafts.isChanged(before, after) ? saveChanged(tx, context, before, after) : parts.present(before)
        })),

    /**
     * Sends a document to its customer by mail. In one transaction a draft becomes `sent`, with the events of that change, and the mail is
     * queued. Throws 400 if there is no recipient, 409 `email_not_configured`, and 409 `e_invoice_invalid` for an XML that would be refused.
     */
    async send(context: Context, mail: MailParts, id: string, input: SendEmail): Promise<Email> {
      if (input.attach?.includes('xml')) await mail.requireXml(context, kind, id)
      return context.transaction(async (tx) => sendIn(tx, context, mail, await load(tx, context.company_id, id), input))
    },

    /** The mail that `send` would queue, to be looked at: nothing is stored, and a draft stays one. */
    previewEmail(context: Context, mail: MailParts, id: string, input: SendEmail): Promise<EmailPreview> {
      return context.read(async (tx) => {
        const document = await load(tx, context.company_id, id)
        return previewEmail(mail, await mailing(tx, context, document), input)
      })
    },
  }
}
