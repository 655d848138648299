// The page of an event's object. Pure.

/** An event, as far as its link is concerned. */
interface Linked {
  resource_type: string
  resource_id: string
  data: Readonly<Record<string, unknown>>
}

/** The link to an event's object: for a payment its invoice, for a task or time entry its project with that open, for a mail the list with it open. Undefined where there is no page. */
export function linkOf({ resource_type, resource_id: id, data }: Linked) {
  const { invoice_id, project_id } = data
  switch (resource_type) {
    case 'customer':
      return { to: '/customers/$id', params: { id } } as const
    case 'invoice':
      return { to: '/invoices/$id', params: { id } } as const
    case 'quote':
      return { to: '/quotes/$id', params: { id } } as const
    case 'credit_note':
      return { to: '/credit-notes/$id', params: { id } } as const
    case 'recurring_invoice':
      return { to: '/recurring-invoices/$id', params: { id } } as const
    case 'project':
      return { to: '/projects/$id', params: { id } } as const
    case 'email':
      return { to: '/mails', params: {}, search: { open: id } } as const
    case 'webhook_endpoint':
      return { to: '/developers/webhooks/$id', params: { id } } as const
    case 'payment':
      return typeof invoice_id === 'string' ? ({ to: '/invoices/$id', params: { id: invoice_id } } as const) : undefined
    case 'task':
    case 'time_entry': {
      const search = { view: resource_type === 'task' ? 'list' : 'time', open: id }
      return typeof project_id === 'string' ? ({ to: '/projects/$id', params: { id: project_id }, search } as const) : undefined
    }
    default:
      return undefined
  }
}
