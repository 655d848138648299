// The event types of a kind of document: made, changed, deleted, and one for each status that is worth knowing of.
import { type Declared, type EventDraft, eventsOf, typesOf } from '../../record/events/event-type.ts'
import type { DocumentKind } from './kinds.ts'

/** An event type in the reference: its label, when it is stored, and how its example differs from that of the document. */
type Words<D> = readonly [label: string, description: string, example?: Partial<D>]

/** `entered` has the verb of each status that has an event before its words. */
export function documentEvents<D extends { id: string; status: string }>(
  kind: DocumentKind,
  example: D,
  words: { created: Words<D>; updated: Words<D>; deleted: Words<D> },
  entered: { [S in D['status']]?: readonly [verb: string, ...words: Words<D>] },
) {
  const declare = eventsOf<D>(kind, null, example)
  const created = declare('created', ...words.created)
  const updated = declare('updated', ...words.updated)
  const deleted = declare('deleted', ...words.deleted)
  const of_status = new Map<string, Declared<D>>()
  for (const [status, [verb, ...said]] of Object.entries(entered) as [D['status'], readonly [string, ...Words<D>]][]) {
    const [label, description, difference] = said
    of_status.set(status, declare(verb, label, description, { status, ...difference } as Partial<D>))
  }
  return {
    types: typesOf(created, updated, deleted, ...of_status.values()),
    created: (document: D): EventDraft[] => [created(document)],
    deleted: (document: D): EventDraft[] => [deleted(document)],
    updated,
    /** The event of its status; none if the status has no event, or is the one `before` the change. */
    entered(document: D, before?: D['status']): EventDraft[] {
      const declared = document.status === before ? undefined : of_status.get(document.status)
      return declared ? [declared(document)] : []
    },
  }
}
