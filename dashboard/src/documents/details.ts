import type { components } from '../../../sdk/src/api.ts'
import { date } from '../ui/format.ts'
import { languageName } from '../ui/language-field.tsx'

/** The rarely used fields of a document that have a value, by their labels. */
export function detailsOf(
  document: Pick<
    components['schemas']['Invoice'],
    'purchase_order' | 'buyer_reference' | 'service_from' | 'service_to' | 'language'
  > & { external_id?: string | null },
): (readonly [string, string])[] {
  const { service_from, service_to } = document
  const service =
    service_from && service_to && service_to !== service_from ? `${date(service_from)} – ${date(service_to)}` : service_from
  const all = [
    ['Purchase order', document.purchase_order],
    ['Buyer reference', document.buyer_reference],
    ['Service', service && service === service_from ? date(service) : service],
    ['Language', languageName(document.language)],
    ['Id elsewhere', document.external_id],
  ] as const
  return all.filter((one): one is readonly [(typeof one)[0], string] => Boolean(one[1]))
}
