// Records for the tests of this room: a company, a customer and documents as a bookkeeper would have them.
import type { CompanySource, CustomerSource, DocumentSource, LineSource } from '../../src/billing/printing/sources.ts'

export const company: CompanySource = {
  name: 'Nordlicht Studio',
  legal_name: 'Nordlicht Studio GmbH',
  legal_address: 'Torstraße 164',
  zipcode: '10115',
  city: 'Berlin',
  country: 'DE',
  legal_vat: 'DE298765431',
  tax_number: '37/123/45678',
  registration_number: 'HRB 123456 B, Amtsgericht Charlottenburg',
  contact_name: 'Hanna Brandt',
  contact_email: 'rechnung@nordlicht.example',
  contact_phone: '+49 30 1234567',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  payment_link_template: 'https://pay.example/{number}?amount={amount}&currency={currency}&token={token}',
  accent_color: '#1f4bd8',
}

export const customer: CustomerSource = {
  name: 'Lindqvist & Söner',
  contact_name: 'Astrid Lindqvist',
  billing: {
    legal_name: 'Lindqvist & Söner Aktiebolag',
    address: 'Storgatan 12',
    zipcode: '114 51',
    city: 'Stockholm',
    country: 'SE',
    vat_id: 'SE556677889901',
  },
}

const LINES: LineSource[] = [
  line('Design of the landing page', '12.5', 'h', '96', 120_000, 'Two rounds of changes included'),
  line('Front-end development', '40', 'h', '110', 440_000),
  line(
    'Photography, one day',
    '1',
    '',
    '1450',
    145_000,
    'Including retouching of 25 pictures\nRights of use: two years, worldwide',
  ),
  line('Hosting, March to May', '3', 'months', '24.9', 7_470),
]

export function line(
  name: string,
  quantity: string,
  unit: string,
  unit_price: string,
  total: number,
  description = '',
): LineSource {
  return { name, description, quantity, unit, unit_price, total }
}

/** An invoice with that many lines; the amounts are those of the lines. */
export function invoice(changes: Partial<DocumentSource> = {}, count = LINES.length): DocumentSource {
  const items = Array.from({ length: count }, (_, index) => LINES[index % LINES.length] as LineSource)
  const subtotal = items.reduce((sum, item) => sum + item.total, 0)
  const tax_amount = Math.round(subtotal * 0.19)
  return {
    kind: 'invoice',
    number: 'INV-2026-000117',
    is_draft: false,
    issue_date: '2026-03-02',
    due_date: '2026-04-01',
    service_from: '2026-02-01',
    service_to: '2026-02-28',
    currency: 'EUR',
    purchase_order: 'PO-2026-0118',
    buyer_reference: 'Marketing',
    items,
    subtotal,
    discount_type: null,
    discount_value: null,
    discount_amount: 0,
    subtotal_after_discount: subtotal,
    tax_rate: '19',
    tax_amount,
    total: subtotal + tax_amount,
    notes: 'Thank you for your business. We are looking forward to the next project with you.',
    payment_terms: 'Payable within 30 days without deduction.',
    public_token: 'tok_4f9c2a',
    created_at: '2026-03-02T09:30:00.000Z',
    ...changes,
  }
}
