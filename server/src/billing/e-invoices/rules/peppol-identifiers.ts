// Identifiers that Peppol checks by their scheme: PEPPOL-COMMON.
import type { SemanticInvoice } from '../model.ts'
import type { Identifier } from '../model-parties.ts'
import {
  isAustralian,
  isBelgian,
  isDanish,
  isGln,
  isItalianOffice,
  isItalianTaxCode,
  isItalianVatId,
  isMod11,
  isSwedish,
} from './identifiers.ts'
import { normalized, type Owner, type Rule } from './rule.ts'

interface Check {
  code: string
  scheme: string
  name: string
  isValid: (text: string) => boolean
  severity?: 'warning'
  /** Judged as an electronic address only. */
  is_address?: boolean
}

const CHECKS: readonly Check[] = [
  { code: 'R040', scheme: '0088', name: 'GLN', isValid: isGln },
  { code: 'R041', scheme: '0192', name: 'Norwegian organization number', isValid: isMod11 },
  { code: 'R042', scheme: '0184', name: 'Danish CVR number', isValid: isDanish },
  { code: 'R043', scheme: '0208', name: 'Belgian enterprise number', isValid: isBelgian },
  { code: 'R044', scheme: '0201', name: 'Italian office code (IPA)', isValid: isItalianOffice, severity: 'warning' },
  { code: 'R045', scheme: '0210', name: 'Italian tax code', isValid: isItalianTaxCode, severity: 'warning' },
  { code: 'R046', scheme: '9907', name: 'Italian tax code', isValid: isItalianTaxCode, severity: 'warning', is_address: true },
  { code: 'R047', scheme: '0211', name: 'Italian VAT id', isValid: isItalianVatId, severity: 'warning' },
  { code: 'R049', scheme: '0007', name: 'Swedish organization number', isValid: isSwedish },
  { code: 'R050', scheme: '0151', name: 'Australian business number', isValid: isAustralian },
]

/** A rule of each scheme for each of seller, buyer and payee. */
export const identifierRules: Rule[] = CHECKS.flatMap(({ code, scheme, name, isValid, severity, is_address }) =>
  (['company', 'customer', 'invoice'] as const).map((owner) => ({
    code: `PEPPOL-COMMON-${code}`,
    ...(severity && { severity }),
    owner,
    param: owner === 'invoice' ? null : 'electronic_address',
    message: `An identifier of the ${owner === 'invoice' ? 'payee' : owner} is not a valid ${name}: correct it, or choose another scheme.`,
    broken: ({ invoice }) =>
      identifiersOf(invoice, owner, is_address).some((one) => one.scheme === scheme && !isValid(normalized(one.value))),
  })),
)

function identifiersOf({ seller, buyer, payee }: SemanticInvoice, owner: Owner, is_address = false): Identifier[] {
  const party = owner === 'company' ? seller : buyer
  const others =
    owner === 'invoice'
      ? [payee?.identifier, payee?.legal_registration]
      : [party?.legal_registration, ...(party?.identifiers ?? [])]
  const address = owner === 'invoice' ? undefined : party?.electronic_address
  return [address, ...(is_address ? [] : others)].filter((one) => one !== undefined)
}
