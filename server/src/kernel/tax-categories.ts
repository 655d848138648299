// The categories of tax, in the order in which documents list them. Each is a code of UNCL 5305: S, Z, E, AE, K, G, O.

/** What a line may be to the tax office: `standard` has a rate above 0, all others have 0. */
export const TAX_CATEGORIES = [
  'standard',
  'zero',
  'exempt',
  'reverse_charge',
  'intra_community',
  'export',
  'out_of_scope',
] as const
export type TaxCategory = (typeof TAX_CATEGORIES)[number]

/** The categories for which a document says why no tax is on it. */
export const EXPLAINED_CATEGORIES = ['exempt', 'reverse_charge', 'intra_community', 'export', 'out_of_scope'] as const
export type ExplainedCategory = (typeof EXPLAINED_CATEGORIES)[number]

/** Whether a rate (in per cent) is one that the category may have. */
export const fitsCategory = (tax_category: TaxCategory, tax_rate: number): boolean =>
  (tax_category === 'standard') === tax_rate > 0
