import { type TProperties, Type } from 'typebox'
import { UpdateCompany } from '../../access/companies/schema.ts'
import { type Endpoint, fileEndpoint } from '../../http/endpoint.ts'
import { KINDS } from '../documents/kinds.ts'
import { invoiceExample } from '../invoices/schema.ts'
import { ISSUED } from './kinds.ts'
import { previewDraft, previewLook } from './previews.ts'
import type { Papers } from './service.ts'

const OF_DASHBOARD = { tag: 'Dashboard', door: 'session', method: 'POST', content_type: 'application/pdf' } as const

const EXAMPLE = { customer_id: invoiceExample.customer_id, items: [{ name: 'Design', unit_price: 80, quantity: 12.5 }] }

const { document_template, accent_color, footer, language } = UpdateCompany.properties
const look = { document_template, accent_color, footer, language } satisfies TProperties

/** The dashboard's previews of documents, which are the files themselves; `papers` is asked for when one is printed. */
export const previewEndpoints = (papers: () => Papers): Endpoint[] => [
  ...Object.values(ISSUED).flatMap((of) => {
    const { kind, drafts } = of
    if (!drafts) return []
    const { create, draftToSee } = drafts
    const { one, name, path } = KINDS[kind]
    const preview = fileEndpoint({
      ...OF_DASHBOARD,
      operation_id: `preview${name}`,
      path: `/dashboard/api/${path}/preview`,
      summary: `Preview ${one}`,
      description:
        kind === 'invoice'
          ? 'The PDF of the draft that the same body would create, with the number that it would get now. Nothing is stored, and no number is used.'
          : `The same for ${one}.`,
      body: create,
      body_example: EXAMPLE,
      errors: { 400: ['amount_too_large'], 409: ['document_not_printable'] },
      handle: (context, { body }) => previewDraft(context, papers(), { of, draftToSee }, body),
    })
    return [preview]
  }),
  fileEndpoint({
    ...OF_DASHBOARD,
    level: 'admin',
    operation_id: 'previewPaper',
    path: '/dashboard/api/company/paper-preview',
    summary: 'Preview the look of documents',
    description: 'The PDF of a sample invoice of the company, as it would be with these fields. What is not given is as it is.',
    body: Type.Object(look, { additionalProperties: false }),
    body_example: { document_template: 'classic', accent_color: '#0f766e' },
    errors: { 409: ['document_not_printable'] },
    handle: (context, { body }) => previewLook(context, papers(), body),
  }),
]
