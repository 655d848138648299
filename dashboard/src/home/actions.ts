// What people did, out of the events that it left: a payment leaves one of the payment and two of the invoice. Pure.

/** An event, as far as it is told apart from others. */
interface Told {
  type: string
  created_at: string
  resource_id: string
  data: Readonly<Record<string, unknown>>
}

/**
 * The event that says most, for each action, in the order given. Events of one action are of the same moment and about the same thing: an
 * object, or what belongs to it.
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
