import { type Static, Type } from 'typebox'
import { type Endpoint, endpoint, fileEndpoint, uploadEndpoint } from '../../http/endpoint.ts'
import { Nullable, StringEnum } from '../../http/schema.ts'
import { sha256 } from '../../kernel/crypto.ts'
import { invalid } from '../../kernel/errors.ts'
import { fromText } from '../../kernel/serialize.ts'
import { UnreadableFile } from '../../kernel/xml.ts'
import { KINDS } from '../documents/kinds.ts'
import { draftHasNone, eInvoiceFile, FORMATS, judgeDocument, REFUSED, XML_FORMATS } from './service.ts'
import { ReceivedDocument } from './shown.ts'
import { E_INVOICE_KINDS, type EInvoiceKind, refusalOfDrafts } from './source.ts'
import { XRECHNUNG } from './specifications.ts'
import type { EInvoiceWorker } from './worker.ts'

const MOST_BYTES = 5 * 1024 * 1024
const tag = 'E-invoices'

const Problem = Type.Object(
  {
    code: Type.String({ description: 'The rule that is broken, as the official rules call it: `BR-DE-15`.' }),
    severity: StringEnum(['fatal', 'warning'], { description: 'A file with a fatal problem is refused.' }),
    object: StringEnum(['invoice', 'customer', 'company'], { description: 'Whose data has to be corrected.' }),
    param: Nullable(Type.String({ description: 'The field to correct, such as `buyer_reference` or `items[2].unit`.' })),
    message: Type.String(),
  },
  { title: 'EInvoiceProblem', additionalProperties: false },
)
const verdict = {
  valid: Type.Boolean({ description: 'Whether no fatal rule is broken.' }),
  problems: Type.Array(Problem, { description: 'Fatal ones first.' }),
}
const Verdict = Type.Object(verdict, { title: 'EInvoiceVerdict', additionalProperties: false })
const Verdicts = Type.Object(
  {
    formats: Type.Object(
      { ubl: Verdict, cii: Verdict, 'xrechnung-ubl': Verdict, 'xrechnung-cii': Verdict, peppol: Verdict, facturx: Verdict },
      { additionalProperties: false },
    ),
  },
  { title: 'EInvoiceVerdicts', additionalProperties: false },
)

const Inspection = Type.Object(
  { format: StringEnum(FORMATS, { title: 'EInvoiceFormat' }), ...verdict, document: ReceivedDocument },
  { title: 'EInvoiceInspection', additionalProperties: false },
)

const problemExample = {
  code: 'BR-DE-15',
  severity: 'fatal' as const,
  object: 'invoice' as const,
  param: 'buyer_reference',
  message: 'The buyer reference is missing: ask the customer for it (an authority has a Leitweg-ID).',
}
const VALID = { valid: true, problems: [] }
const INVALID = { valid: false, problems: [problemExample] }

/** The endpoints of electronic invoices; `worker` is called when one of them needs it. */
export const eInvoiceEndpoints = (worker: () => EInvoiceWorker): Endpoint[] => [
  ...E_INVOICE_KINDS.flatMap((kind) => endpointsOf(kind, worker)),
  uploadEndpoint({
    operation_id: 'checkEInvoice',
    method: 'POST',
    path: '/v1/e-invoices/check',
    level: 'read',
    tag,
    tag_description: 'Files that machines read, by EN 16931: written, judged and received.',
    summary: 'Check an electronic invoice',
    description:
      'Takes a UBL Invoice or CreditNote, a Cross Industry Invoice, or a Factur-X (ZUGFeRD) PDF of up to 5 MB from anyone, and answers with the verdict of the rules that it says it follows, and with what it says. Nothing is stored.',
    accepts: ['application/xml', 'text/xml', 'application/pdf'],
    most_bytes: MOST_BYTES,
    data: Inspection,
    example: { format: 'xrechnung-ubl', ...INVALID, document: documentExample() },
    errors: { 400: ['not_an_e_invoice'] },
    sentences: { not_an_e_invoice: { error: 'The file is not well-formed XML: line 3: unexpected close tag.' } },
    async handle(context, { body }) {
      try {
        return fromText(await worker().inspect(body, context.organization_id)) as Static<typeof Inspection>
      } catch (error) {
        if (error instanceof UnreadableFile) throw invalid('body', error.message, 'not_an_e_invoice')
        throw error
      }
    },
  }),
]

function endpointsOf(kind: EInvoiceKind, worker: () => EInvoiceWorker): Endpoint[] {
  const { one, name, title, path } = KINDS[kind]
  return [
    endpoint({
      operation_id: `judge${name}EInvoice`,
      method: 'GET',
      path: `/v1/${path}/:id/e-invoice`,
      tag: `${title}s`,
      summary: `Judge ${one} as an electronic invoice`,
      description:
        'The verdict of the official rules on every format, in plain words and with the field to correct. Also of a draft, before it is issued.',
      data: Verdicts,
      example: {
        formats: {
          ubl: VALID,
          cii: VALID,
          'xrechnung-ubl': INVALID,
          'xrechnung-cii': INVALID,
          peppol: VALID,
          facturx: VALID,
        },
      },
      handle: (context, { params }) => judgeDocument(context, worker(), kind, params.id),
    }),
    fileEndpoint({
      operation_id: `get${name}Xml`,
      method: 'GET',
      path: `/v1/${path}/:id/xml`,
      tag: `${title}s`,
      summary: `Get ${one} as XML`,
      description:
        'An electronic invoice by EN 16931, written from what the document said when it was issued. A file that would be refused is not given out.',
      content_type: 'application/xml',
      query: Type.Object(
        {
          format: Type.Optional(
            StringEnum(XML_FORMATS, {
              title: 'EInvoiceXmlFormat',
              description: 'The syntax, and whose rules it follows; `ubl` when absent.',
            }),
          ),
        },
        { additionalProperties: false },
      ),
      errors: { 409: ['e_invoice_invalid', ...refusalOfDrafts(kind)] },
      sentences: {
        e_invoice_invalid: { error: REFUSED },
        invoice_is_draft: { error: draftHasNone(kind), param: 'status' },
      },
      async handle(context, { params, query: { format = 'ubl' } }) {
        const { xml, number } = await eInvoiceFile(context, worker(), kind, params.id, format)
        const bytes = Buffer.from(xml)
        return { bytes, filename: `${number}.xml`, sha256: sha256(bytes) }
      },
    }),
  ]
}

function documentExample() {
  const party = {
    name: 'Muster GmbH',
    legal_name: 'Muster GmbH',
    address: 'Hauptstraße 5',
    zipcode: '10115',
    city: 'Berlin',
    country: 'DE',
    vat_id: 'DE123456789',
    tax_number: null,
    registration_number: null,
    electronic_address: 'rechnung@muster.example',
    electronic_address_scheme: 'EM',
    contact_name: 'Mia Muster',
    contact_email: 'mia@muster.example',
    contact_phone: '+49 30 1234567',
  }
  return {
    kind: 'invoice' as const,
    number: 'RE-118',
    issue_date: '2026-02-01',
    due_date: '2026-02-15',
    currency: 'EUR',
    specification: XRECHNUNG,
    buyer_reference: null,
    purchase_order: 'PO-7',
    preceding_invoices: [],
    service_from: '2026-01-12',
    service_to: '2026-01-16',
    notes: [],
    payment_terms: null,
    seller: party,
    buyer: { ...party, name: 'Lindqvist & Sons AB', legal_name: 'Lindqvist & Sons Aktiebolag', vat_id: 'SE556677889901' },
    items: [
      {
        item_name: 'Design of the landing page',
        description: null,
        quantity: 12.5,
        unit: 'HUR',
        unit_price: 80,
        subtotal: 1000,
        tax_category: 'standard',
        tax_rate: 19,
        allowances: [],
        charges: [],
      },
    ],
    allowances: [],
    charges: [],
    tax_breakdown: [{ tax_category: 'standard', tax_rate: 19, taxable_amount: 1000, tax_amount: 190, exemption_reason: null }],
    subtotal: 1000,
    subtotal_after_discount: 1000,
    tax_amount: 190,
    total: 1190,
    amount_paid: null,
    amount_due: 1190,
    iban: 'DE02120300000000202051',
    bic: null,
    account_holder: null,
    remittance_information: 'RE-118',
    attachments: [],
  }
}
