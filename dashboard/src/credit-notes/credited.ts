// What credit notes took back of an invoice.

import { useQuery } from '@tanstack/react-query'
import type { components } from '../../../sdk/src/api.ts'
import { addDecimal, decimalText } from '../../../server/src/kernel/money.ts'
import { api, currentCompany } from '../app/api.ts'
import { useApi } from '../app/session.ts'

type Invoice = components['schemas']['Invoice']

/** The most that the pages read of one invoice. */
const MOST = 100

/** The credit notes of an invoice, newest first; nothing is asked for where none was made. */
export function useCreditNotesOf({ id, amount_credited }: { id: string; amount_credited: number }) {
  return useApi('/v1/credit-notes', { query: { invoice_id: id, limit: MOST } }, { is_enabled: amount_credited > 0 })
}

/** The refunds of some credit notes. */
export function useRefundsOf(ids: readonly string[]) {
  return useQuery({
    queryKey: [currentCompany(), '/v1/credit-notes/{id}/refunds', 'all', ids],
    queryFn: async ({ signal }) => {
      const asked = ids.map((id) => api.get('/v1/credit-notes/{id}/refunds', { path: { id }, query: { limit: MOST }, signal }))
      return (await Promise.all(asked)).flatMap(({ refunds }) => refunds)
    },
    enabled: ids.length > 0,
  })
}

/** How much is left of each line of an invoice, by the id of the line; lines that are credited whole are not there. */
export function useLeftOf(invoice: Invoice) {
  return useQuery({
    queryKey: [currentCompany(), 'left to credit', invoice.id, invoice.amount_credited],
    queryFn: async ({ signal }) => {
      if (invoice.amount_credited === 0) return leftOf(invoice.items, [])
      const { credit_notes } = await api.get('/v1/credit-notes', { query: { invoice_id: invoice.id, limit: MOST }, signal })
      const whole = await Promise.all(credit_notes.map(({ id }) => api.get('/v1/credit-notes/{id}', { path: { id }, signal })))
      return leftOf(
        invoice.items,
        whole.flatMap(({ items }) => items),
      )
    },
  })
}

/** What is left of `lines` after `credited`, exactly: quantities have decimals that a sum of doubles would blur. */
export function leftOf(
  lines: readonly { id: string; quantity: number }[],
  credited: readonly { item_id: string; quantity: number }[],
): Record<string, number> {
  const left: Record<string, number> = {}
  for (const { id, quantity } of lines) {
    const taken = credited.filter(({ item_id }) => item_id === id)
    const rest = Number(taken.reduce((sum, one) => addDecimal(sum, decimalText(-one.quantity)), decimalText(quantity)))
    if (rest !== 0) left[id] = rest
  }
  return left
}
