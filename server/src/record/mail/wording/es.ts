import type { Wording } from './words.ts'

export const es: Wording = {
  texts: {
    invoice: {
      subject: 'Factura {number} de {company}',
      message:
        'Hola, {customer}:\n\nGracias por su confianza. Le enviamos la factura {number} por {amount}. Le rogamos que la pague antes del {due_date}.\n\nSi tiene alguna pregunta, responda a este correo.\n\nUn cordial saludo\n{company}',
    },
    quote: {
      subject: 'Presupuesto {number} de {company}',
      message:
        'Hola, {customer}:\n\nGracias por su interés. Le enviamos nuestro presupuesto {number} por {amount}. Es válido hasta el {due_date}.\n\nSi tiene alguna pregunta, responda a este correo.\n\nUn cordial saludo\n{company}',
    },
    credit_note: {
      subject: 'Nota de crédito {number} de {company}',
      message: 'Hola, {customer}:\n\nLe enviamos la nota de crédito {number} por {amount}.\n\nUn cordial saludo\n{company}',
    },
    reminder: {
      subject: 'Recordatorio: la factura {number} está pendiente',
      message:
        'Hola, {customer}:\n\nLa factura {number} venció el {due_date} y quedan {amount} pendientes. Le rogamos que la pague en los próximos días.\n\nSi ya ha realizado el pago, no tenga en cuenta este correo.\n\nUn cordial saludo\n{company}',
    },
    thanks: {
      subject: 'Hemos recibido su pago de la factura {number}',
      message:
        'Hola, {customer}:\n\nHemos recibido su pago de {amount} de la factura {number}. Muchas gracias.\n\nUn cordial saludo\n{company}',
    },
    statement: {
      subject: 'Estado de cuenta de {company}',
      message:
        'Hola, {customer}:\n\nLe enviamos su estado de cuenta ({period}).\n\nSaldo: {amount}\n\nSi tiene alguna pregunta, responda a este correo.\n\nUn cordial saludo\n{company}',
    },
  },
  early_reminder: {
    subject: 'La factura {number} vence el {due_date}',
    message:
      'Hola, {customer}:\n\nLa factura {number} vence el {due_date} y quedan {amount} pendientes. Le rogamos que la pague antes de esa fecha.\n\nSi ya ha realizado el pago, no tenga en cuenta este correo.\n\nUn cordial saludo\n{company}',
  },
  names: { invoice: 'Factura', quote: 'Presupuesto', credit_note: 'Nota de crédito', customer: 'Estado de cuenta' },
  amount: 'Importe',
  balance: 'Saldo',
  due_date: 'Vencimiento',
  valid_until: 'Válido hasta',
  view: 'Ver en línea',
}
