// The few words of electronic invoices that nobody typed, in the languages of documents.

import type { Language } from '../../kernel/languages.ts'

export interface EInvoiceWords {
  /** Reason of an allowance (BT-97, BT-139). */
  discount: string
  /** Reason of a charge: a discount below zero, which only figures set by hand make. */
  surcharge: string
  /** Reason of what makes a line's price and amount agree in currencies without decimals. */
  rounding: string
  /** Payment terms of a credit note (BT-20): it has an amount, and EN 16931 wants to know when it is due. */
  credit: string
}

export const E_INVOICE_WORDS: Record<Language, EInvoiceWords> = {
  en: { discount: 'Discount', surcharge: 'Surcharge', rounding: 'Rounding', credit: 'This amount is credited to you.' },
  de: { discount: 'Rabatt', surcharge: 'Zuschlag', rounding: 'Rundung', credit: 'Dieser Betrag wird Ihnen gutgeschrieben.' },
  fr: { discount: 'Remise', surcharge: 'Supplément', rounding: 'Arrondi', credit: 'Ce montant est porté à votre crédit.' },
  es: { discount: 'Descuento', surcharge: 'Recargo', rounding: 'Redondeo', credit: 'Este importe se abona a su favor.' },
  pt: { discount: 'Desconto', surcharge: 'Acréscimo', rounding: 'Arredondamento', credit: 'Este valor é creditado a seu favor.' },
  it: {
    discount: 'Sconto',
    surcharge: 'Maggiorazione',
    rounding: 'Arrotondamento',
    credit: 'Questo importo le viene accreditato.',
  },
  nl: { discount: 'Korting', surcharge: 'Toeslag', rounding: 'Afronding', credit: 'Dit bedrag wordt u gecrediteerd.' },
  pl: {
    discount: 'Rabat',
    surcharge: 'Dopłata',
    rounding: 'Zaokrąglenie',
    credit: 'Ta kwota zostaje zaliczona na Państwa korzyść.',
  },
  sv: { discount: 'Rabatt', surcharge: 'Tillägg', rounding: 'Avrundning', credit: 'Detta belopp krediteras er.' },
  ja: { discount: '値引き', surcharge: '追加料金', rounding: '端数調整', credit: 'この金額は貴社への返金または相殺となります。' },
  ar: { discount: 'خصم', surcharge: 'رسوم إضافية', rounding: 'تقريب', credit: 'يُقيَّد هذا المبلغ لحسابكم.' },
}
