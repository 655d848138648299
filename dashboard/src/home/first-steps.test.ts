import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepsOf, undelivered } from './first-steps.ts'

const nothing = { legal_address: null, country: null, iban: null, payment_details: null, default_tax_rate: null, logo_url: null }
const new_company = {
  company: nothing,
  has_customer: false,
  has_invoice: false,
  has_mail_server: false,
  has_sent: false,
  is_admin: true,
}
const done = (known: Parameters<typeof stepsOf>[0]) => stepsOf(known).flatMap(({ key, is_done }) => (is_done ? [key] : []))

test('a new company has all steps before it, a tax rate of 0 is one, and other payment details are an account', () => {
  assert.deepEqual(done(new_company), [])
  const company = { ...nothing, default_tax_rate: 0, payment_details: 'Giro 12-34', legal_address: 'Street 1' }
  assert.deepEqual(done({ ...new_company, company }), ['bank', 'tax'])
  assert.deepEqual(done({ ...new_company, company: { ...company, country: 'DE' } }), ['company', 'bank', 'tax'])
})

test('mail is done when one was sent and there still is a server; only admins see the settings', () => {
  assert.deepEqual(done({ ...new_company, has_sent: true }), [])
  assert.deepEqual(done({ ...new_company, has_mail_server: true, has_sent: true }), ['mail'])
  assert.deepEqual(
    stepsOf({ ...new_company, is_admin: false }).map(({ key }) => key),
    ['customer', 'invoice', 'mail'],
  )
})

test('a failed email is shown for 30 days, or until a newer one for the same document is on its way', () => {
  const now_ms = Date.parse('2026-11-30T00:00:00.000Z')
  const mail = (
    id: string,
    resource_id: string,
    status: string,
    refused: object[] = [],
    created_at = '2026-11-01T00:00:00.000Z',
  ) => ({ id, resource_id, status, refused, created_at }) as never
  const emails = [
    mail('5', 'b', 'queued'),
    mail('4', 'c', 'sent', [{ address: 'x@example.com', reply: '550' }]),
    mail('3', 'b', 'failed'),
    mail('2', 'a', 'failed'),
    mail('1', 'a', 'sent'),
    mail('0', 'd', 'failed', [], '2026-10-30T00:00:00.000Z'),
  ]
  assert.deepEqual(
    undelivered(emails, now_ms).map(({ id }) => id),
    ['4', '2'],
  )
})
