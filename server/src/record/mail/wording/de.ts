import type { Wording } from './words.ts'

export const de: Wording = {
  texts: {
    invoice: {
      subject: 'Rechnung {number} von {company}',
      message:
        'Guten Tag {customer},\n\nvielen Dank für Ihren Auftrag. Hier ist die Rechnung {number} über {amount}. Bitte zahlen Sie sie bis zum {due_date}.\n\nBei Fragen antworten Sie einfach auf diese E-Mail.\n\nFreundliche Grüße\n{company}',
    },
    quote: {
      subject: 'Angebot {number} von {company}',
      message:
        'Guten Tag {customer},\n\nvielen Dank für Ihr Interesse. Hier ist unser Angebot {number} über {amount}. Es gilt bis zum {due_date}.\n\nBei Fragen antworten Sie einfach auf diese E-Mail.\n\nFreundliche Grüße\n{company}',
    },
    credit_note: {
      subject: 'Gutschrift {number} von {company}',
      message: 'Guten Tag {customer},\n\nhier ist die Gutschrift {number} über {amount}.\n\nFreundliche Grüße\n{company}',
    },
    reminder: {
      subject: 'Zahlungserinnerung: Rechnung {number}',
      message:
        'Guten Tag {customer},\n\ndie Rechnung {number} war am {due_date} fällig, und {amount} sind noch offen. Bitte zahlen Sie den Betrag in den nächsten Tagen.\n\nFalls Sie schon gezahlt haben, betrachten Sie diese E-Mail bitte als gegenstandslos.\n\nFreundliche Grüße\n{company}',
    },
    thanks: {
      subject: 'Ihre Zahlung zur Rechnung {number} ist eingegangen',
      message:
        'Guten Tag {customer},\n\nIhre Zahlung über {amount} zur Rechnung {number} ist eingegangen. Vielen Dank.\n\nFreundliche Grüße\n{company}',
    },
    statement: {
      subject: 'Kontoauszug von {company}',
      message:
        'Guten Tag {customer},\n\nanbei erhalten Sie Ihren Kontoauszug ({period}).\n\nSaldo: {amount}\n\nBei Fragen antworten Sie einfach auf diese E-Mail.\n\nFreundliche Grüße\n{company}',
    },
  },
  early_reminder: {
    subject: 'Rechnung {number} ist am {due_date} fällig',
    message:
      'Guten Tag {customer},\n\ndie Rechnung {number} ist am {due_date} fällig, und {amount} sind noch offen. Bitte zahlen Sie den Betrag bis dahin.\n\nFalls Sie schon gezahlt haben, betrachten Sie diese E-Mail bitte als gegenstandslos.\n\nFreundliche Grüße\n{company}',
  },
  names: { invoice: 'Rechnung', quote: 'Angebot', credit_note: 'Gutschrift', customer: 'Kontoauszug' },
  amount: 'Betrag',
  balance: 'Saldo',
  due_date: 'Fällig am',
  valid_until: 'Gültig bis',
  view: 'Online ansehen',
}
