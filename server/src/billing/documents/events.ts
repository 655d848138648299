// The event types of a kind of document: made, changed, deleted, and one for each status that is worth knowing of.
import { draftEvent, type EventDraft, type EventType } from '../../record/events/event-type.ts'

/** An event type in the reference: its label, when it is stored, and how its example differs from that of the document. */
type Words<D> = readonly [label: string, description: string, example?: Partial<D>]

/** `entered` has the verb of each status that has an event before its words. */
export function documentEvents<D extends { id: string; status: string }>(
  kind: 'invoice' | 'quote',
  example: D,
  words: { created: Words<D>; updated: Words<D>; deleted: Words<D> },
  entered: { [S in D['status']]?: readonly [verb: string, ...words: Words<D>] },
) {
  const of = (verb: string, [label, description, difference]: Words<D>): EventType => ({
    type: `${kind}.${verb}`,
    resource_type: kind,
    label,
    description,
    module: null,
    triggers_automations: true,
    example: { ...example, ...difference },
  })
  const created = of('created', words.created)
  const updated = of('updated', words.updated)
  const deleted = of('deleted', words.deleted)
  const of_status = new Map<string, EventType>()
  for (const [status, [verb, ...said]] of Object.entries(entered) as [D['status'], readonly [string, ...Words<D>]][]) {
    const [label, description, difference] = said
    of_status.set(status, of(verb, [label, description, { status, ...difference } as Partial<D>]))
  }
  return {
    types: [created, updated, deleted, ...of_status.values()] as readonly EventType[],
    created: (document: D): EventDraft[] => [draftEvent(created, document.id, document)],
    deleted: (document: D): EventDraft[] => [draftEvent(deleted, document.id, document)],
    updated: (document: D): EventDraft => draftEvent(updated, document.id, document),
    /** The event of its status; none if the status has no event, or is the one `before` the change. */
    entered(document: D, before?: D['status']): EventDraft[] {
      const type = document.status === before ? undefined : of_status.get(document.status)
      return type ? [draftEvent(type, document.id, document)] : []
    },
  }
}
