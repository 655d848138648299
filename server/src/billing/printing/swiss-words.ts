// The words of the Swiss QR-bill, as its guidelines print them. There are four languages; a document in another one has the English bill.
import type { Language } from '../../kernel/languages.ts'

export interface SwissWords {
  language: string
  receipt: string
  payment_part: string
  account: string
  reference: string
  additional: string
  currency: string
  amount: string
  acceptance: string
  payable_by: string
  payable_by_blank: string
}

const en: SwissWords = {
  language: 'en',
  receipt: 'Receipt',
  payment_part: 'Payment part',
  account: 'Account / Payable to',
  reference: 'Reference',
  additional: 'Additional information',
  currency: 'Currency',
  amount: 'Amount',
  acceptance: 'Acceptance point',
  payable_by: 'Payable by',
  payable_by_blank: 'Payable by (name/address)',
}

const WORDS: Partial<Record<Language, SwissWords>> = {
  en,
  de: {
    language: 'de',
    receipt: 'Empfangsschein',
    payment_part: 'Zahlteil',
    account: 'Konto / Zahlbar an',
    reference: 'Referenz',
    additional: 'Zusätzliche Informationen',
    currency: 'Währung',
    amount: 'Betrag',
    acceptance: 'Annahmestelle',
    payable_by: 'Zahlbar durch',
    payable_by_blank: 'Zahlbar durch (Name/Adresse)',
  },
  fr: {
    language: 'fr',
    receipt: 'Récépissé',
    payment_part: 'Section paiement',
    account: 'Compte / Payable à',
    reference: 'Référence',
    additional: 'Informations supplémentaires',
    currency: 'Monnaie',
    amount: 'Montant',
    acceptance: 'Point de dépôt',
    payable_by: 'Payable par',
    payable_by_blank: 'Payable par (nom/adresse)',
  },
  it: {
    language: 'it',
    receipt: 'Ricevuta',
    payment_part: 'Sezione pagamento',
    account: 'Conto / Pagabile a',
    reference: 'Riferimento',
    additional: 'Informazioni supplementari',
    currency: 'Valuta',
    amount: 'Importo',
    acceptance: 'Punto di accettazione',
    payable_by: 'Pagabile da',
    payable_by_blank: 'Pagabile da (nome/indirizzo)',
  },
}

export function swissWords(language: Language): SwissWords {
  return WORDS[language] ?? en
}
