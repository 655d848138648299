import { Type } from 'typebox'
import { downloadEndpoint, type Endpoint } from '../../http/endpoint.ts'
import { DateString, StringEnum } from '../../http/schema.ts'
import { exportDatev } from './datev-service.ts'
import { EXPORTS, type ExportKind, exportAll, exportColumns } from './service.ts'

const Query = Type.Object(
  {
    from: Type.Optional(DateString({ description: 'The first day; absent: from the beginning.' })),
    to: Type.Optional(DateString({ description: 'The last day; absent: to the end.' })),
    format: Type.Optional(
      StringEnum(['csv', 'jsonl'], {
        title: 'ExportFormat',
        description: 'Default: `csv`, a table; `jsonl`: each object whole, as one line of JSON.',
      }),
    ),
  },
  { additionalProperties: false },
)

const TAG = {
  tag: 'Exports',
  tag_description: 'Everything of a period, for bookkeeping and for other programs.',
} as const

const tables = (Object.keys(EXPORTS) as ExportKind[]).map((kind) =>
  downloadEndpoint({
    ...TAG,
    operation_id: `export${kind.replace(/(^|-)(.)/g, (_, __, letter: string) => letter.toUpperCase())}`,
    is_listing: true,
    path: `/v1/exports/${kind}`,
    summary: `Export ${kind.replace('-', ' ')}`,
    description: `All of a period, by ${EXPORTS[kind].by}. In a table, a text that a spreadsheet would take for a formula begins with an apostrophe. An organization has one export at a time; another one gets 429.`,
    query: Query,
    content_types: ['text/csv', 'application/x-ndjson'],
    data: Type.String(),
    example: `${exportColumns(kind)
      .slice(0, 4)
      .map(({ name }) => name)
      .join(',')},…\r\n`,
    handle: (context, { query }) => exportAll(context, kind, query),
  }),
)

/** The exports, in the order of the reference. */
export const exportEndpoints: readonly Endpoint[] = [
  ...tables,
  downloadEndpoint({
    tag: 'Exports',
    operation_id: 'exportDatev',
    is_listing: true,
    path: '/v1/exports/datev',
    summary: 'Export a booking batch for DATEV',
    description:
      'Invoices, credit notes, payments and refunds of a period as bookings (EXTF, Buchungsstapel) for German accountants, by the field `datev` of the company. The text is in Windows-1252. It counts as an export: an organization has one at a time; another one gets 429.',
    query: Type.Object(
      {
        from: Type.Optional(DateString({ description: 'The first day; absent: the first of the month of the last.' })),
        to: Type.Optional(
          DateString({ description: 'The last day, in the same fiscal year; absent: the last of the month before this one.' }),
        ),
      },
      { additionalProperties: false },
    ),
    content_types: ['text/csv'],
    data: Type.String(),
    example: '"EXTF";700;21;…',
    errors: { 409: ['datev_not_configured', 'datev_account_missing', 'datev_currency_unknown', 'datev_too_large'] },
    handle: (context, { query }) => exportDatev(context, query),
  }),
]
