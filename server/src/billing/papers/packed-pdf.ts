// Pure: how the bytes of a file are kept in a row. Most of a PDF with tags is text: deflated it is a third (decisions/034-kept-documents.md).
import { promisify } from 'node:util'
import { deflateRaw, inflateRawSync } from 'node:zlib'

/** Far above what the press can print. */
const LARGEST_BYTES = 64 * 1024 * 1024

const deflate = promisify(deflateRaw)

/** The text that a file is kept as. Deflating takes milliseconds, so it is done outside of this thread; inflating takes a tenth of that. */
export async function packPdf(pdf: Uint8Array): Promise<string> {
  return (await deflate(pdf)).toString('base64')
}

/** The file again, to the byte. Throws for a text that is none of `packPdf`. */
export function unpackPdf(packed: string): Buffer {
  return inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: LARGEST_BYTES })
}
