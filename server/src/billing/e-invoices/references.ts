// Business terms that both syntaxes write among the references to supporting documents: added when writing, taken out when reading.
import type { Attachment, InvoiceLine } from './model.ts'
import type { Identifier } from './model-parties.ts'

/** Type code (UNTDID 1001) of the references that are the invoiced object (BT-18, BT-128). */
const INVOICED_OBJECT = '130'

/** The references with BT-18 or BT-128 as the first one. */
export function withInvoicedObject(object: Identifier | undefined, references: Attachment[]): Attachment[] {
  if (!object) return references
  const { value, scheme } = object
  return [{ reference: value, ...(scheme !== undefined && { scheme }), type_code: INVOICED_OBJECT }, ...references]
}

/** The line with BT-128 among its references, and so the lines under it. */
export const withReferences = (line: InvoiceLine): InvoiceLine =>
  !line.invoiced_object && line.sub_lines.length === 0
    ? line
    : {
        ...line,
        documents: withInvoicedObject(line.invoiced_object, line.documents),
        sub_lines: line.sub_lines.map(withReferences),
      }

/** Takes the first reference of this type that has a number. The others stay. */
export function takeReference(references: Attachment[], type_code: string): Attachment | undefined {
  const place = references.findIndex((one) => one.type_code === type_code && one.reference)
  return place < 0 ? undefined : references.splice(place, 1)[0]
}

/** Takes BT-18 or BT-128. */
export function takeInvoicedObject(from: { invoiced_object?: Identifier }, references: Attachment[]): void {
  const { reference, scheme } = takeReference(references, INVOICED_OBJECT) ?? {}
  if (reference !== undefined) from.invoiced_object = { value: reference, ...(scheme !== undefined && { scheme }) }
}

/** Takes BT-128 of a line and the lines under it. */
export function takeReferences(line: InvoiceLine): void {
  takeInvoicedObject(line, line.documents)
  for (const sub_line of line.sub_lines) takeReferences(sub_line)
}
