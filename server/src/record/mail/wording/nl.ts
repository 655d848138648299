import type { Wording } from './words.ts'

export const nl: Wording = {
  texts: {
    invoice: {
      subject: 'Factuur {number} van {company}',
      message:
        'Beste {customer},\n\nbedankt voor uw vertrouwen. Hierbij ontvangt u factuur {number} van {amount}. Wilt u deze uiterlijk op {due_date} betalen?\n\nHebt u vragen, beantwoord dan deze e-mail.\n\nMet vriendelijke groet\n{company}',
    },
    quote: {
      subject: 'Offerte {number} van {company}',
      message:
        'Beste {customer},\n\nbedankt voor uw interesse. Hierbij ontvangt u onze offerte {number} van {amount}. Deze is geldig tot en met {due_date}.\n\nHebt u vragen, beantwoord dan deze e-mail.\n\nMet vriendelijke groet\n{company}',
    },
    credit_note: {
      subject: 'Creditnota {number} van {company}',
      message: 'Beste {customer},\n\nhierbij ontvangt u creditnota {number} van {amount}.\n\nMet vriendelijke groet\n{company}',
    },
    reminder: {
      subject: 'Herinnering: factuur {number} staat nog open',
      message:
        'Beste {customer},\n\nfactuur {number} had op {due_date} betaald moeten zijn, en {amount} staat nog open. Wilt u het bedrag in de komende dagen betalen?\n\nHebt u al betaald, dan kunt u deze e-mail negeren.\n\nMet vriendelijke groet\n{company}',
    },
    thanks: {
      subject: 'We hebben uw betaling van factuur {number} ontvangen',
      message:
        'Beste {customer},\n\nwe hebben uw betaling van {amount} voor factuur {number} ontvangen. Hartelijk dank.\n\nMet vriendelijke groet\n{company}',
    },
    statement: {
      subject: 'Rekeningoverzicht van {company}',
      message:
        'Beste {customer},\n\nhierbij ontvangt u uw rekeningoverzicht ({period}).\n\nSaldo: {amount}\n\nHebt u vragen? Beantwoord dan deze e-mail.\n\nMet vriendelijke groet\n{company}',
    },
  },
  early_reminder: {
    subject: 'Factuur {number} moet op {due_date} betaald zijn',
    message:
      'Beste {customer},\n\nfactuur {number} moet op {due_date} betaald zijn, en {amount} staat nog open. Wilt u het bedrag voor die tijd betalen?\n\nHebt u al betaald, dan kunt u deze e-mail negeren.\n\nMet vriendelijke groet\n{company}',
  },
  names: { invoice: 'Factuur', quote: 'Offerte', credit_note: 'Creditnota', customer: 'Rekeningoverzicht' },
  amount: 'Bedrag',
  balance: 'Saldo',
  due_date: 'Vervaldatum',
  valid_until: 'Geldig tot en met',
  view: 'Online bekijken',
}
