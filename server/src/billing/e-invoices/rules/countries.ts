// What the rules of Peppol about single countries share: how they look at an invoice, and whose data they name.
import type { SemanticInvoice } from '../model.ts'
import type { Address, Party } from '../model-parties.ts'
import { need, normalized, type Owner, onlyFor, type RestOfRule, type Rule } from './rule.ts'

/** XPath's number(): NaN for a text that is not a number. */
export const numberOf = (text: string | undefined): number =>
  /^\s*([+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|-?INF)\s*$/.test(text ?? '')
    ? Number(text!.replace('INF', 'Infinity'))
    : Number.NaN

const prefixOf = (vat_id: string | undefined) => normalized(vat_id?.slice(0, 2)).toUpperCase()
type Placed = { address?: Address } | undefined
/** The country of an address as the file has it. */
export const countryOf = (party: Placed): string | undefined => party?.address?.country
/** The same in capital letters; '' when there is none. */
export const upperCountryOf = (party: Placed): string => normalized(countryOf(party)).toUpperCase()

/** The country of the VAT id; without one, that of the address. */
export const taxCountryOf = (party: Party | undefined): string => (party?.vat_id ? prefixOf(party.vat_id) : upperCountryOf(party))

/** The same of the seller; the VAT id of a tax representative counts before the address. */
export const sellerCountryOf = ({ seller, tax_representative }: SemanticInvoice): string =>
  seller?.vat_id || !tax_representative?.vat_id ? taxCountryOf(seller) : prefixOf(tax_representative.vat_id)

/** Whose field a rule names, and which. */
type Field = readonly [Owner, string | null]

/** Makes rules about invoices for which `isMeant` holds. */
export const rulesFor =
  (isMeant: (invoice: SemanticInvoice) => boolean) =>
  (code: string, [owner, param]: Field, message: string, isKept: RestOfRule[3]): Rule =>
    onlyFor(isMeant, [need(code, owner, param, message, isKept)])[0]!

export const LEGAL_VAT: Field = ['company', 'legal_vat']
export const COMPANY_NUMBER: Field = ['company', 'registration_number']
export const CUSTOMER_NUMBER: Field = ['customer', null]
export const COMPANY_ADDRESS: Field = ['company', 'legal_address']
export const CUSTOMER_ADDRESS: Field = ['customer', 'legal_address']
export const WAY_TO_PAY: Field = ['company', 'iban']
