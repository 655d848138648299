import type { Wording } from './words.ts'

export const it: Wording = {
  texts: {
    invoice: {
      subject: 'Fattura {number} da {company}',
      message:
        'Buongiorno {customer},\n\ngrazie per la fiducia. Ecco la fattura {number} di {amount}. La preghiamo di pagarla entro il {due_date}.\n\nPer qualsiasi domanda, risponda a questa e-mail.\n\nCordiali saluti\n{company}',
    },
    quote: {
      subject: 'Preventivo {number} da {company}',
      message:
        'Buongiorno {customer},\n\ngrazie per il Suo interesse. Ecco il nostro preventivo {number} di {amount}. È valido fino al {due_date}.\n\nPer qualsiasi domanda, risponda a questa e-mail.\n\nCordiali saluti\n{company}',
    },
    credit_note: {
      subject: 'Nota di credito {number} da {company}',
      message: 'Buongiorno {customer},\n\necco la nota di credito {number} di {amount}.\n\nCordiali saluti\n{company}',
    },
    reminder: {
      subject: 'Promemoria: la fattura {number} è da pagare',
      message:
        'Buongiorno {customer},\n\nla fattura {number} è scaduta il {due_date} e restano da pagare {amount}. La preghiamo di pagarla nei prossimi giorni.\n\nSe ha già effettuato il pagamento, non tenga conto di questa e-mail.\n\nCordiali saluti\n{company}',
    },
    thanks: {
      subject: 'Abbiamo ricevuto il pagamento della fattura {number}',
      message:
        'Buongiorno {customer},\n\nabbiamo ricevuto il Suo pagamento di {amount} per la fattura {number}. Grazie.\n\nCordiali saluti\n{company}',
    },
    statement: {
      subject: 'Estratto conto di {company}',
      message:
        'Buongiorno {customer},\n\ndi seguito il Suo estratto conto ({period}).\n\nSaldo: {amount}\n\nPer qualsiasi domanda risponda a questa e-mail.\n\nCordiali saluti\n{company}',
    },
  },
  early_reminder: {
    subject: 'La fattura {number} scade il {due_date}',
    message:
      'Buongiorno {customer},\n\nla fattura {number} scade il {due_date} e restano da pagare {amount}. La preghiamo di pagarla entro tale data.\n\nSe ha già effettuato il pagamento, non tenga conto di questa e-mail.\n\nCordiali saluti\n{company}',
  },
  names: { invoice: 'Fattura', quote: 'Preventivo', credit_note: 'Nota di credito', customer: 'Estratto conto' },
  amount: 'Importo',
  balance: 'Saldo',
  due_date: 'Scadenza',
  valid_until: 'Valido fino al',
  view: 'Apri online',
}
