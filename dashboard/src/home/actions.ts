// Groups events into the actions of people: a payment stores one event of the payment and two of the invoice. Pure.

/** The parts of an event that distinguish it. */
interface Told {
  type: string
  created_at: string
  resource_id: string
  data: Readonly<Record<string, unknown>>
}

/**
 * The most telling event of each action, in the given order. Events of one action have the same time and are about the same
 * object, or one that belongs to it.
 */
export function actionsOf<E extends Told>(events: readonly E[]): E[] {
  const actions: { best: E; about: Set<string> }[] = []
  for (const event of events) {
    const about = aboutOf(event)
    const action = actions.findLast((one) => one.best.created_at === event.created_at && about.some((id) => one.about.has(id)))
    if (!action) {
      actions.push({ best: event, about: new Set(about) })
      continue
    }
    for (const id of about) action.about.add(id)
    if (weightOf(event) > weightOf(action.best)) action.best = event
  }
  return actions.map(({ best }) => best)
}

function aboutOf({ resource_id, data }: Told): string[] {
  const parents = ['invoice_id', 'quote_id', 'project_id'].map((field) => data[field])
  return [resource_id, ...parents.filter((id) => typeof id === 'string')]
}

function weightOf({ type }: Told): number {
  if (type.startsWith('payment.')) return 3
  if (type.endsWith('.updated')) return 0
  return type.endsWith('.created') ? 2 : 1
}
