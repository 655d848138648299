// The labels of the API's fields on the pages: people read the faults that the service found.

/** The label of each field of a form, by its name in the API. */
const LABELS: Readonly<Record<string, string>> = {
  accent_color: 'Accent colour',
  account_holder: 'Account holder',
  amount: 'Amount',
  assigned_to: 'Assigned to',
  bic: 'BIC',
  billing_type: 'Billed',
  budget_amount: 'Budget',
  budget_hours: 'Budget in hours',
  buyer_reference: 'Buyer reference',
  cc: 'Copy to',
  cc_emails: 'Copies to',
  city: 'City',
  contact_email: 'Email',
  contact_name: 'Contact person',
  contact_phone: 'Phone',
  country: 'Country',
  credit_note_prefix: 'Prefix of credit notes',
  currency: 'Currency',
  days: 'Days',
  customer_id: 'Customer',
  default_hourly_rate: 'Rate per hour',
  default_notes: 'Notes',
  default_payment_days: 'Days to pay',
  default_payment_terms: 'Payment terms',
  default_tax_category: 'Tax category',
  default_tax_rate: 'Tax rate',
  description: 'Description',
  discount_amount: 'Discount',
  discount_percent: 'Discount',
  discount_type: 'Discount',
  discount_value: 'Discount',
  document_template: 'Template',
  due_date: 'Due date',
  duration_minutes: 'Duration',
  electronic_address: 'Address for e-invoices',
  electronic_address_scheme: 'Scheme',
  email: 'Email',
  enabled_events: 'Events',
  end_time: 'End',
  estimated_hours: 'Estimate in hours',
  external_id: 'Id elsewhere',
  footer: 'Footer',
  hourly_rate: 'Rate per hour',
  iban: 'IBAN',
  invoice_prefix: 'Prefix of invoices',
  issue_date: 'Issue date',
  items: 'Line items',
  language: 'Language',
  legal_address: 'Address',
  legal_name: 'Legal name',
  legal_vat: 'VAT number',
  message: 'Message',
  method: 'Method',
  name: 'Name',
  notes: 'Notes',
  paid_at: 'Paid on',
  password: 'Password',
  payment_details: 'Payment details',
  payment_link_template: 'Payment link',
  payment_terms: 'Payment terms',
  priority: 'Priority',
  purchase_order: 'Purchase order',
  quantity: 'Quantity',
  quote_prefix: 'Prefix of quotes',
  reference: 'Reference',
  registration_number: 'Registration number',
  service_from: 'Service from',
  service_to: 'Service to',
  slug: 'Slug',
  start_date: 'Begin',
  start_time: 'Begin',
  status: 'Status',
  subject: 'Subject',
  subtotal: 'Subtotal',
  tags: 'Tags',
  task_id: 'Task',
  tax_amount: 'Tax',
  tax_breakdown: 'Tax',
  tax_category: 'Tax category',
  tax_exemption_reasons: 'Reasons for no tax',
  tax_number: 'Tax number',
  tax_rate: 'Tax rate',
  time_zone: 'Time zone',
  title: 'Title',
  to: 'To',
  total: 'Total',
  unit: 'Unit',
  unit_price: 'Price',
  url: 'Address',
  valid_until: 'Valid until',
  zipcode: 'Postal code',
}

/** Sentences for people, by code, instead of those of the service that are for programs. */
const SENTENCES: Readonly<Record<string, string>> = {
  timer_already_running: 'Your timer runs on something else: stop it first.',
  project_has_no_customer: 'This project is for no customer. Choose one first: Edit, Customer.',
  precondition_failed: 'This was changed meanwhile, by somebody else or in another tab. Nothing was done.',
  email_not_configured: 'Email is not set up yet. Ask the person who runs this server.',
  customer_in_use: 'Invoices, quotes or projects are for this customer. Set it inactive instead.',
}

const LINE = /^items\[(\d+)\](?:\.(\w+))?/
const NAME = /\b(?:items\[\d+\]\.)?[a-z]+(?:_[a-z]+)+\b/g
const ID = /\b[a-z]{3}_[0-9a-z]{26}\b/

/** The label of a field: `items[1].unit_price` is "Price of line 2". Undefined for fields that no form shows. */
export function labelOf(param: string): string | undefined {
  const [whole, index, name] = LINE.exec(param) ?? []
  if (whole === undefined) return LABELS[param.replace(/\[\d+\]$/, '').replace(/^(mail_texts\.\w+|reminders\[\d+\])\./, '')]
  const line = `line ${Number(index) + 1}`
  if (name === undefined) return `Line ${Number(index) + 1}`
  return LABELS[name] && `${LABELS[name]} of ${line}`
}

/** A sentence of the service as people read it: names of fields are their labels, and an id is never shown. */
export function inWords(fault: { error: string; code: string; param?: string }): string {
  const known = SENTENCES[fault.code]
  if (known) return known
  let sentence = fault.error.replace(/^A request with this .*$/, 'The same is being saved already. Try again in a moment.')
  // The name of the field is the first word; a short one, `name`, is a word like others further on.
  const [first = ''] = /^\S+/.exec(sentence) ?? []
  const label = labelOf(first)
  if (label && !/\s/.test(first)) sentence = label + sentence.slice(first.length)
  sentence = sentence.replaceAll(NAME, (name) => labelOf(name) ?? name)
  if (/ may not be null$/.test(sentence)) sentence = sentence.replace(/ may not be null$/, ' must be filled in')
  sentence = sentence.replace(/ can't be null$/, ' must be filled in')
  sentence = sentence.replace(/ \(GET \/v1\/\w+\)/, '')
  return ID.test(sentence) ? sentence.replaceAll(new RegExp(ID, 'g'), 'it') : sentence
}
