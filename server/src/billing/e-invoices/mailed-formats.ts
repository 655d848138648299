// Pure: in which format the electronic invoice goes with a mail. The dashboard says it beforehand by the same rule.

/** The formats that a mail may carry, the preferred one first: XRechnung where the buyer is in Germany (ISO 3166-1), else UBL. */
export const mailedFormats = (buyer_country: string | null | undefined): ('xrechnung-ubl' | 'ubl')[] =>
  buyer_country?.trim().toUpperCase() === 'DE' ? ['xrechnung-ubl', 'ubl'] : ['ubl']
