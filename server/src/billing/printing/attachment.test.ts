// A file inside of the document, as e-invoices have one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { company, customer, invoice } from '../../../test/support/papers.ts'
import { noPdfTools, pdfAttachments } from '../../../test/support/pdf.ts'
import { paperOf } from './paper-of.ts'
import { createTypesetter } from './typesetter.ts'

test('a file can be attached', { skip: noPdfTools }, () => {
  const made = paperOf(invoice(), company, customer, null)
  const { pdf, faults } = createTypesetter().typeset({
    ...made,
    attachment: {
      name: 'factur-x.xml',
      media_type: 'text/xml',
      description: 'The invoice for machines',
      relationship: 'alternative',
      bytes: Buffer.from('<invoice/>'),
    },
  })
  assert.deepEqual(faults, [])
  assert.match(pdfAttachments(pdf), /factur-x\.xml/)
  assert.match(pdf.toString('latin1'), /\/AFRelationship \/Alternative/)
})
