import type { Wording } from './words.ts'

export const sv: Wording = {
  texts: {
    invoice: {
      subject: 'Faktura {number} från {company}',
      message:
        'Hej {customer},\n\ntack för förtroendet. Här är faktura {number} på {amount}. Betala den senast {due_date}.\n\nHar du frågor är det bara att svara på det här mejlet.\n\nMed vänlig hälsning\n{company}',
    },
    quote: {
      subject: 'Offert {number} från {company}',
      message:
        'Hej {customer},\n\ntack för ditt intresse. Här är vår offert {number} på {amount}. Den gäller till och med {due_date}.\n\nHar du frågor är det bara att svara på det här mejlet.\n\nMed vänlig hälsning\n{company}',
    },
    credit_note: {
      subject: 'Kreditfaktura {number} från {company}',
      message: 'Hej {customer},\n\nhär är kreditfaktura {number} på {amount}.\n\nMed vänlig hälsning\n{company}',
    },
    reminder: {
      subject: 'Påminnelse: faktura {number} är obetald',
      message:
        'Hej {customer},\n\nfaktura {number} förföll {due_date} och {amount} är fortfarande obetalt. Betala den inom de närmaste dagarna.\n\nHar du redan betalat kan du bortse från det här mejlet.\n\nMed vänlig hälsning\n{company}',
    },
    thanks: {
      subject: 'Vi har tagit emot din betalning för faktura {number}',
      message:
        'Hej {customer},\n\nvi har tagit emot din betalning på {amount} för faktura {number}. Tack.\n\nMed vänlig hälsning\n{company}',
    },
    statement: {
      subject: 'Kontoutdrag från {company}',
      message:
        'Hej {customer},\n\nhär är ditt kontoutdrag ({period}).\n\nSaldo: {amount}\n\nOm du har frågor är det bara att svara på detta mejl.\n\nMed vänlig hälsning\n{company}',
    },
  },
  early_reminder: {
    subject: 'Faktura {number} förfaller {due_date}',
    message:
      'Hej {customer},\n\nfaktura {number} förfaller {due_date} och {amount} är fortfarande obetalt. Betala den senast då.\n\nHar du redan betalat kan du bortse från det här mejlet.\n\nMed vänlig hälsning\n{company}',
  },
  names: { invoice: 'Faktura', quote: 'Offert', credit_note: 'Kreditfaktura', customer: 'Kontoutdrag' },
  amount: 'Belopp',
  balance: 'Saldo',
  due_date: 'Förfallodatum',
  valid_until: 'Giltig till och med',
  view: 'Visa online',
}
