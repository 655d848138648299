import { type Static, Type } from 'typebox'
import { MAIL_KINDS } from '../../access/companies/table.ts'
import { presenter } from '../../http/present.ts'
import { Nullable, StringEnum, Text } from '../../http/schema.ts'
import { EMAIL_STATUSES, emails, type ListedEmail, MAILED_TYPES } from './table.ts'

/** Recipients of one mail. */
const MOST_TO = 10
const MOST_CC = 5
const LONGEST_ADDRESS = 254

const Refusal = Type.Object(
  { address: Type.String(), reply: Type.String() },
  { title: 'RefusedRecipient', additionalProperties: false },
)

/** A mail about a document, and its fate. */
export const Email = Type.Object(
  {
    id: Type.String({ description: 'Identifier, `eml_…`.' }),
    kind: StringEnum(MAIL_KINDS, { title: 'EmailKind' }),
    status: StringEnum(EMAIL_STATUSES, {
      title: 'EmailStatus',
      description:
        '`queued`: waits for its next attempt; `sent`: the mail server took it; `failed`: the server refused it permanently, or it could not be delivered within two days; `cancelled`: a reminder or thanks that was not sent, because it was not wanted any more: the invoice was paid meanwhile.',
    }),
    resource_type: StringEnum(MAILED_TYPES, { title: 'EmailResourceType' }),
    resource_id: Type.String({ description: 'What it is about.' }),
    to: Type.Array(Type.String()),
    cc: Type.Array(Type.String()),
    subject: Type.String(),
    attempts: Type.Integer({ description: 'Attempts that have ended.' }),
    last_error: Nullable(
      Type.String({
        description:
          'Why the last attempt did not succeed: the reply of the mail server, if there was one. Of a cancelled email: why.',
      }),
    ),
    refused: Type.Array(Refusal, { description: 'Recipients that the mail server refused while it took others.' }),
    created_at: Type.String({ format: 'date-time' }),
    sent_at: Nullable(Type.String({ format: 'date-time' })),
  },
  { title: 'Email', additionalProperties: false },
)
export type Email = Static<typeof Email>

const addresses = (most: number, description: string) =>
  Type.Array(Text(LONGEST_ADDRESS), { minItems: most === MOST_TO ? 1 : 0, maxItems: most, description })

/** What a request may say of a mail. */
export const SendEmail = Type.Object(
  {
    to: Type.Optional(addresses(MOST_TO, "Default: the customer's contact_email.")),
    cc: Type.Optional(addresses(MOST_CC, "Default: the customer's cc_emails.")),
    subject: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        'x-notBlank': true,
        description: 'One line. It may have `{number}`, `{amount}`, `{due_date}`, `{customer}`, `{company}` and `{link}`.',
      }),
    ),
    message: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 10_000,
        'x-notBlank': true,
        description: 'Plain text with the same placeholders. An empty line begins a paragraph.',
      }),
    ),
    attach: Type.Optional(
      Type.Array(StringEnum(['pdf', 'xml'], { title: 'EmailAttachmentForm' }), {
        maxItems: 2,
        description:
          'Default: `["pdf"]`. `xml` is the electronic invoice: by XRechnung where the document is valid by it and the customer is in Germany, else UBL.',
      }),
    ),
  },
  { title: 'SendEmail', additionalProperties: false },
)
export type SendEmail = Static<typeof SendEmail>

/** A mail as it would be sent. */
export const EmailPreview = Type.Object(
  {
    from: Nullable(Type.String({ description: 'The address that it comes from; null: no mail server is configured.' })),
    from_name: Type.String(),
    reply_to: Nullable(Type.String()),
    to: Type.Array(Type.String()),
    cc: Type.Array(Type.String()),
    subject: Type.String(),
    message: Type.String({ description: 'The message with its placeholders replaced.' }),
    text: Type.String({ description: 'The whole text part.' }),
    html: Type.String({ description: 'The whole HTML part.' }),
    attachments: Type.Array(Type.Object({ filename: Type.String() }, { title: 'EmailAttachment', additionalProperties: false })),
  },
  { title: 'EmailPreview', additionalProperties: false },
)
export type EmailPreview = Static<typeof EmailPreview>

export const emailPreviewExample: EmailPreview = {
  from: 'billing@moreno.example',
  from_name: 'Moreno Studio',
  reply_to: 'hello@moreno.example',
  to: ['accounts@lindqvist.example'],
  cc: ['books@lindqvist.example'],
  subject: 'Invoice INV-2026-000042 from Moreno Studio',
  message: 'Hello Lindqvist AB,\n\nhere is invoice INV-2026-000042 for €1,160.00.',
  text: 'Hello Lindqvist AB,\n\nhere is invoice INV-2026-000042 for €1,160.00.\n',
  html: '<!doctype html>…',
  attachments: [{ filename: 'INV-2026-000042.pdf' }],
}

export const presentEmail = presenter<ListedEmail>()(Email, emails, {})

export const emailExample: Email = {
  id: 'eml_01kb3m8q5s9d2f4h6k8n0q2s4v',
  kind: 'invoice',
  status: 'sent',
  resource_type: 'invoice',
  resource_id: 'inv_01kb3m8q5s7v9x2z4b6d8f1h3k',
  to: ['accounts@lindqvist.example'],
  cc: [],
  subject: 'Invoice INV-2026-000042 from Acme',
  attempts: 1,
  last_error: null,
  refused: [],
  created_at: '2026-02-01T08:00:00.000Z',
  sent_at: '2026-02-01T08:00:01.214Z',
}
