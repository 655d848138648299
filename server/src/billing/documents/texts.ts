// The free texts of documents, a line each: the column, the fields of requests and answers, drafts and revisions follow from it.
import { type TString, Type } from 'typebox'
import { Nullable, Text } from '../../http/schema.ts'
import { type Column, text } from '../../sql/columns.ts'

interface DocumentText {
  /** Characters at most. */
  most: number
  description?: string
  /** For the reference. */
  example: string
  /** May be changed on an invoice in any status, and not only on a draft. */
  is_always_editable?: true
}

const SHOWN = {
  notes: {
    most: 10_000,
    description: 'Visible to the customer.',
    example: 'Thank you for your business',
    is_always_editable: true,
  },
  payment_terms: { most: 10_000, example: 'Payable within 30 days', is_always_editable: true },
  purchase_order: {
    most: 255,
    description: "The number of the customer's order.",
    example: 'PO-2026-0118',
    is_always_editable: true,
  },
  buyer_reference: {
    most: 255,
    description: 'What the customer asks to be named, as a cost centre or a routing number.',
    example: 'Marketing',
    is_always_editable: true,
  },
} as const satisfies Record<string, DocumentText>

/** Kept, and in no answer. */
const HIDDEN = {
  tax_id: {
    most: 255,
    description: 'Tax identifier or label. It is kept, not shown in answers.',
    example: 'VAT',
  },
} as const satisfies Record<string, DocumentText>

const TEXTS: Record<TextName, DocumentText> = { ...SHOWN, ...HIDDEN }
type TextName = keyof typeof SHOWN | keyof typeof HIDDEN
const NAMES = Object.keys(TEXTS) as TextName[]

/** The texts of a document as stored; one that was never given is empty. */
export type DocumentTexts = Record<TextName, string>
/** The texts in a request: null empties a text, an absent one is left alone. */
export type GivenTexts = { [N in TextName]?: string | null | undefined }

function each<N extends TextName, V>(texts: Record<N, DocumentText>, make: (text: DocumentText, name: N) => V): Record<N, V> {
  const names = Object.keys(texts) as N[]
  return Object.fromEntries(names.map((name) => [name, make(texts[name], name)])) as Record<N, V>
}

const described = ({ description }: DocumentText) => (description === undefined ? {} : { description })

/** The characters that each text has at most. */
export const textLimits: Record<TextName, number> = each(TEXTS, ({ most }) => most)

export const textColumns = each<TextName, Column<string>>(TEXTS, () => text())

/** The texts in answers. */
export const textsShown = each<keyof typeof SHOWN, TString>(SHOWN, (one) => Type.String(described(one)))

/** The texts in examples of answers. */
export const textExamples = each<keyof typeof SHOWN, string>(SHOWN, ({ example }) => example)

/** The texts in requests. */
export const textsGiven = each(TEXTS, (one) => Type.Optional(Nullable(Text(one.most, described(one)))))

/** The fields that an issued invoice accepts as well. */
export const ALWAYS_EDITABLE_TEXTS: readonly string[] = NAMES.filter((name) => TEXTS[name].is_always_editable)

/** The texts of a new document: null is absent there, and gets the default. */
export function draftTexts(input: GivenTexts, defaults: Partial<DocumentTexts>): DocumentTexts {
  const texts = {} as DocumentTexts
  for (const name of NAMES) texts[name] = input[name] ?? defaults[name] ?? ''
  return texts
}

/** The texts of a document after a change; a new document starts from empty ones. */
export function reviseTexts(before: DocumentTexts | undefined, changes: GivenTexts): DocumentTexts {
  const texts = {} as DocumentTexts
  for (const name of NAMES) texts[name] = clearable(changes[name], before?.[name] ?? '')
  return texts
}

/** A text after a change: null empties it, an absent one is left alone. */
export function clearable(change: string | null | undefined, before: string): string {
  return change === undefined ? before : (change ?? '')
}
