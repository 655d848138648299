import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newDetails } from '../../access/companies/company.ts'
import type { CompaniesTable } from '../../access/companies/table.ts'
import { newId } from '../../kernel/ids.ts'
import { companyOf, companyShown } from './company.ts'

const company: CompaniesTable = {
  ...newDetails('INV'),
  id: newId('company', 0),
  organization_id: newId('organization', 0),
  name: 'Now',
  slug: 'now',
  currency: 'EUR',
  invoice_prefix: 'INV',
  quote_prefix: 'QUO',
  created_at: '2026-01-01T00:00:00.000Z',
}

test('a draft shows the company as it is now, an issued document as it was', () => {
  assert.equal(companyOf({ issued_company: null }, company).name, 'Now')
  const then = JSON.stringify(companyShown({ ...company, name: 'Then', city: 'Berlin' }))
  const { name, city } = companyOf({ issued_company: then }, company)
  assert.deepEqual([name, city], ['Then', 'Berlin'])
})

test('what is kept of a company has nothing that documents do not show', () => {
  const kept = companyShown(company)
  for (const field of ['organization_id', 'slug', 'default_notes', 'created_at']) assert.equal(field in kept, false, field)
})
