import type { Wording } from './words.ts'

export const pt: Wording = {
  texts: {
    invoice: {
      subject: 'Fatura {number} de {company}',
      message:
        'Olá, {customer}:\n\nObrigado pela sua confiança. Segue a fatura {number} no valor de {amount}. Agradecemos o pagamento até {due_date}.\n\nSe tiver alguma dúvida, basta responder a este e-mail.\n\nCom os melhores cumprimentos\n{company}',
    },
    quote: {
      subject: 'Orçamento {number} de {company}',
      message:
        'Olá, {customer}:\n\nObrigado pelo seu interesse. Segue o nosso orçamento {number} no valor de {amount}. É válido até {due_date}.\n\nSe tiver alguma dúvida, basta responder a este e-mail.\n\nCom os melhores cumprimentos\n{company}',
    },
    credit_note: {
      subject: 'Nota de crédito {number} de {company}',
      message:
        'Olá, {customer}:\n\nSegue a nota de crédito {number} no valor de {amount}.\n\nCom os melhores cumprimentos\n{company}',
    },
    reminder: {
      subject: 'Lembrete: a fatura {number} está por pagar',
      message:
        'Olá, {customer}:\n\nA fatura {number} venceu em {due_date} e {amount} continuam por pagar. Agradecemos o pagamento nos próximos dias.\n\nSe já efetuou o pagamento, ignore este e-mail.\n\nCom os melhores cumprimentos\n{company}',
    },
    thanks: {
      subject: 'Recebemos o seu pagamento da fatura {number}',
      message:
        'Olá, {customer}:\n\nRecebemos o seu pagamento de {amount} referente à fatura {number}. Obrigado.\n\nCom os melhores cumprimentos\n{company}',
    },
    statement: {
      subject: 'Extrato de conta de {company}',
      message:
        'Olá, {customer}:\n\nSegue o seu extrato de conta ({period}).\n\nSaldo: {amount}\n\nSe tiver alguma dúvida, responda a este e-mail.\n\nCom os melhores cumprimentos\n{company}',
    },
  },
  early_reminder: {
    subject: 'A fatura {number} vence em {due_date}',
    message:
      'Olá, {customer}:\n\nA fatura {number} vence em {due_date} e {amount} continuam por pagar. Agradecemos o pagamento até essa data.\n\nSe já efetuou o pagamento, ignore este e-mail.\n\nCom os melhores cumprimentos\n{company}',
  },
  names: { invoice: 'Fatura', quote: 'Orçamento', credit_note: 'Nota de crédito', customer: 'Extrato de conta' },
  amount: 'Valor',
  balance: 'Saldo',
  due_date: 'Vencimento',
  valid_until: 'Válido até',
  view: 'Ver online',
}
