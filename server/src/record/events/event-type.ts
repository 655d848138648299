// Event types: how a room declares its own, and how an event is drafted.

/** An event type, as a room declares it. */
export interface EventType {
  /** `invoice.paid`: the resource and what happened to it. */
  type: string
  /** The `resource_type` of its events. */
  resource_type: string
  label: string
  description: string
  /** The optional module that owns it; null for the core. */
  module: string | null
  triggers_automations: boolean
  /** A whole, valid `data`. */
  example: object
}

/** An event to be stored; it gets its id and time then. */
export interface EventDraft {
  of: EventType
  resource_id: string
  /** The resource as GET shows it at this moment; for a deletion, its last state. */
  data: object
}

/** Drafts an event of a type about a resource as shown. */
export function draftEvent(of: EventType, resource_id: string, data: object): EventDraft {
  return { of, resource_id, data }
}

/** An event type that a room declared: makes the draft of an event of it about a resource as shown. */
export interface Declared<R> {
  (shown: R): EventDraft
  readonly of: EventType
}

/**
 * Makes the function by which a room declares the event types of one resource: by the verb (`paid`), or by the whole name where that is of
 * something else (`timer.started`). `difference` is what the example of the event has other than that of the resource.
 */
export function eventsOf<R extends { id: string }>(resource_type: string, module: string | null, example: R) {
  return (verb: string, label: string, description: string, difference: Partial<R> = {}): Declared<R> => {
    const type = verb.includes('.') ? verb : `${resource_type}.${verb}`
    const shown_example = { ...example, ...difference }
    const of: EventType = { type, resource_type, label, description, module, triggers_automations: true, example: shown_example }
    return Object.assign((shown: R) => draftEvent(of, shown.id, shown), { of })
  }
}

/** The types of what a room declared, for the catalogue. */
export const typesOf = (...declared: readonly { of: EventType }[]): readonly EventType[] => declared.map(({ of }) => of)

/**
 * All event types of the program, by name. `app.ts` makes it from the rooms' declarations, so this room imports none of them.
 */
export class EventCatalogue {
  readonly types: readonly EventType[]
  private readonly by_name: ReadonlyMap<string, EventType>

  constructor(types: readonly EventType[]) {
    this.types = types
    this.by_name = new Map(types.map((type) => [type.type, type]))
    if (this.by_name.size !== types.length) throw new Error('Two event types have the same name')
  }

  find(name: string): EventType | undefined {
    return this.by_name.get(name)
  }

  /**
   * The types that a filter matches: an exact name, `prefix.*`, or `*`. Undefined if it matches none: the dot is literal, case counts,
   * and a star may only follow a whole prefix.
   */
  matching(filter: string): readonly EventType[] | undefined {
    if (filter === '*') return this.types
    if (!filter.endsWith('.*')) {
      const type = this.find(filter)
      return type && [type]
    }
    const prefix = filter.slice(0, -1)
    const types = this.types.filter((type) => type.type.startsWith(prefix))
    return types.length > 0 ? types : undefined
  }
}
