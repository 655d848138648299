import type { Wording } from './words.ts'

export const fr: Wording = {
  texts: {
    invoice: {
      subject: 'Facture {number} de {company}',
      message:
        'Bonjour {customer},\n\nmerci de votre confiance. Voici la facture {number} d’un montant de {amount}, à régler au plus tard le {due_date}.\n\nPour toute question, il vous suffit de répondre à cet e-mail.\n\nCordialement\n{company}',
    },
    quote: {
      subject: 'Devis {number} de {company}',
      message:
        'Bonjour {customer},\n\nmerci de votre intérêt. Voici notre devis {number} d’un montant de {amount}, valable jusqu’au {due_date}.\n\nPour toute question, il vous suffit de répondre à cet e-mail.\n\nCordialement\n{company}',
    },
    credit_note: {
      subject: 'Avoir {number} de {company}',
      message: 'Bonjour {customer},\n\nvoici l’avoir {number} d’un montant de {amount}.\n\nCordialement\n{company}',
    },
    reminder: {
      subject: 'Rappel : la facture {number} est à régler',
      message:
        'Bonjour {customer},\n\nla facture {number} était à régler le {due_date} et {amount} restent dus. Merci de la régler dans les prochains jours.\n\nSi votre paiement est déjà en route, merci de ne pas tenir compte de cet e-mail.\n\nCordialement\n{company}',
    },
    thanks: {
      subject: 'Paiement reçu pour la facture {number}',
      message:
        'Bonjour {customer},\n\nnous avons bien reçu votre paiement de {amount} pour la facture {number}. Merci.\n\nCordialement\n{company}',
    },
    statement: {
      subject: 'Relevé de compte de {company}',
      message:
        'Bonjour {customer},\n\nvoici votre relevé de compte ({period}).\n\nSolde : {amount}\n\nPour toute question, répondez simplement à cet e-mail.\n\nCordialement\n{company}',
    },
  },
  early_reminder: {
    subject: 'La facture {number} est à régler le {due_date}',
    message:
      'Bonjour {customer},\n\nla facture {number} est à régler le {due_date} et {amount} restent dus. Merci de la régler d’ici là.\n\nSi votre paiement est déjà en route, merci de ne pas tenir compte de cet e-mail.\n\nCordialement\n{company}',
  },
  names: { invoice: 'Facture', quote: 'Devis', credit_note: 'Avoir', customer: 'Relevé de compte' },
  amount: 'Montant',
  balance: 'Solde',
  due_date: 'Échéance',
  valid_until: 'Valable jusqu’au',
  view: 'Voir en ligne',
}
