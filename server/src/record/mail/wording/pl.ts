import type { Wording } from './words.ts'

export const pl: Wording = {
  texts: {
    invoice: {
      subject: 'Faktura {number} od {company}',
      message:
        'Dzień dobry {customer},\n\ndziękujemy za współpracę. Przesyłamy fakturę {number} na kwotę {amount}. Prosimy o zapłatę do {due_date}.\n\nW razie pytań prosimy odpowiedzieć na tę wiadomość.\n\nZ poważaniem\n{company}',
    },
    quote: {
      subject: 'Oferta {number} od {company}',
      message:
        'Dzień dobry {customer},\n\ndziękujemy za zainteresowanie. Przesyłamy ofertę {number} na kwotę {amount}. Oferta jest ważna do {due_date}.\n\nW razie pytań prosimy odpowiedzieć na tę wiadomość.\n\nZ poważaniem\n{company}',
    },
    credit_note: {
      subject: 'Faktura korygująca {number} od {company}',
      message: 'Dzień dobry {customer},\n\nprzesyłamy fakturę korygującą {number} na kwotę {amount}.\n\nZ poważaniem\n{company}',
    },
    reminder: {
      subject: 'Przypomnienie: faktura {number} oczekuje na zapłatę',
      message:
        'Dzień dobry {customer},\n\ntermin płatności faktury {number} minął {due_date}, a do zapłaty pozostaje {amount}. Prosimy o zapłatę w najbliższych dniach.\n\nJeśli płatność została już wykonana, prosimy zignorować tę wiadomość.\n\nZ poważaniem\n{company}',
    },
    thanks: {
      subject: 'Otrzymaliśmy płatność za fakturę {number}',
      message:
        'Dzień dobry {customer},\n\notrzymaliśmy płatność w kwocie {amount} za fakturę {number}. Dziękujemy.\n\nZ poważaniem\n{company}',
    },
    statement: {
      subject: 'Wyciąg z rozliczeń od {company}',
      message:
        'Dzień dobry {customer},\n\nprzesyłamy wyciąg z rozliczeń ({period}).\n\nSaldo: {amount}\n\nW razie pytań prosimy odpowiedzieć na tę wiadomość.\n\nZ poważaniem\n{company}',
    },
  },
  early_reminder: {
    subject: 'Termin płatności faktury {number} upływa {due_date}',
    message:
      'Dzień dobry {customer},\n\ntermin płatności faktury {number} upływa {due_date}, a do zapłaty pozostaje {amount}. Prosimy o zapłatę w tym terminie.\n\nJeśli płatność została już wykonana, prosimy zignorować tę wiadomość.\n\nZ poważaniem\n{company}',
  },
  names: { invoice: 'Faktura', quote: 'Oferta', credit_note: 'Faktura korygująca', customer: 'Wyciąg z rozliczeń' },
  amount: 'Kwota',
  balance: 'Saldo',
  due_date: 'Termin płatności',
  valid_until: 'Ważna do',
  view: 'Zobacz online',
}
