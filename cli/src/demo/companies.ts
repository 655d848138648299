// The two companies of the sample data: what their documents and mails say of them.
import type { UpdateCompany } from '../../../server/src/access/companies/schema.ts'

export const STUDIO: UpdateCompany = {
  legal_name: 'Moreno Studio GmbH',
  legal_address: 'Torstraße 1',
  zipcode: '10119',
  city: 'Berlin',
  country: 'DE',
  legal_vat: 'DE123456789',
  tax_number: '30/123/45678',
  registration_number: 'HRB 123456 B, Amtsgericht Charlottenburg',
  contact_name: 'Ada Moreno',
  contact_email: 'hello@moreno.example',
  contact_phone: '+49 30 555 0142',
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  time_zone: 'Europe/Berlin',
  default_tax_rate: 19,
  default_payment_days: 30,
  default_hourly_rate: 95,
  default_payment_terms: 'Payable within 30 days without deduction.',
  document_template: 'modern',
  accent_color: '#0f766e',
  footer: 'Moreno Studio GmbH · Managing director: Ada Moreno',
}

export const PRINT: UpdateCompany = {
  legal_name: 'Moreno Print LLC',
  legal_address: '48 Ferry Street',
  zipcode: '97204',
  city: 'Portland',
  country: 'US',
  tax_number: '93-1234567',
  contact_name: 'Ben Ito',
  contact_email: 'print@moreno.example',
  contact_phone: '+1 503 555 0117',
  payment_details: 'Wire to First Cascade Bank, routing 021000021, account 1234567890.',
  time_zone: 'America/Los_Angeles',
  default_payment_days: 30,
  default_payment_terms: 'Payable within 30 days without deduction.',
  document_template: 'classic',
  accent_color: '#b45309',
}

/** The languages of documents for customers of these countries; all others get English. */
export const LANGUAGE_OF = {
  AT: 'de',
  BE: 'fr',
  DE: 'de',
  ES: 'es',
  FR: 'fr',
  IT: 'it',
  NL: 'nl',
  PL: 'pl',
  PT: 'pt',
  SE: 'sv',
} as const
