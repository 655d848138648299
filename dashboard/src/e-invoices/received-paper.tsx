// An e-invoice of anyone as a document that people can read. It may say anything, or nothing: what is absent is left out.

import { Fragment, type ReactNode } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { isDate } from '../../../server/src/kernel/dates.ts'
import { categoryName } from '../documents/draft-tax.ts'
import { taxRows } from '../documents/tax-rows.ts'
import { countryName } from '../ui/country-field.tsx'
import { date, money, number } from '../ui/format.ts'

type Received = components['schemas']['ReceivedDocument']
type Item = Received['items'][number]
type Party = NonNullable<Received['seller']>

/** Codes of UN/ECE Recommendation 20 that have a usual sign. */
const UNITS = new Map(
  Object.entries({
    C62: '',
    DAY: 'd',
    H87: 'pcs',
    HUR: 'h',
    KGM: 'kg',
    KMT: 'km',
    LTR: 'l',
    MIN: 'min',
    MON: 'months',
    MTR: 'm',
  }),
)

/** Seller, buyer, lines and totals of a document that was received. */
export function ReceivedPaper({ document }: { document: Received }) {
  // Of a file without a currency, amounts have the sign of any.
  const currency = /^[A-Z]{3}$/.test(document.currency ?? '') ? String(document.currency) : 'XXX'
  return (
    <article aria-label="What the file says" className="card overflow-x-auto p-5 sm:p-7">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-lg wrap-anywhere">
          {document.kind === 'credit_note' ? 'Credit note' : 'Invoice'} {document.number}
        </h2>
        {document.issue_date && <p className="text-soft">{day(document.issue_date)}</p>}
      </header>
      <div className="mt-5 grid gap-5 sm:grid-cols-2">
        <PartyBlock title="From" party={document.seller} />
        <PartyBlock title="To" party={document.buyer} />
      </div>
      <dl className="mt-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 [&>dd]:wrap-anywhere [&>dt]:text-soft">
        {factsOf(document).map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Items items={document.items} currency={currency} />
      <Totals document={document} currency={currency} />
      {[...document.notes, document.payment_terms].filter(Boolean).map((text) => (
        <p key={text} className="mt-4 whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      ))}
    </article>
  )
}

function PartyBlock({ title, party }: { title: string; party: Party | null }) {
  if (!party) return null
  const { name, legal_name, address, zipcode, city, country, electronic_address, electronic_address_scheme } = party
  const place = side([zipcode, city], ' ')
  const more = [
    ['VAT', party.vat_id],
    ['Tax number', party.tax_number],
    ['Registration', party.registration_number],
    ['E-invoices', electronic_address && side([electronic_address_scheme, electronic_address], ':')],
    ['Contact', side([party.contact_name, party.contact_email, party.contact_phone])],
  ] as const
  return (
    <section aria-label={title} className="min-w-0 wrap-anywhere">
      <h3 className="text-[13px] font-medium text-soft">{title}</h3>
      <p className="font-medium">{name ?? legal_name}</p>
      {legal_name && name !== legal_name && name && <p>{legal_name}</p>}
      {address && <p className="whitespace-pre-line">{address}</p>}
      {place && <p>{place}</p>}
      {country && <p>{/^[A-Z]{2}$/.test(country) ? countryName(country) : country}</p>}
      {more.map(
        ([label, value]) =>
          value && (
            <p key={label} className="text-[13px] text-soft">
              {label}: {value}
            </p>
          ),
      )}
    </section>
  )
}

function factsOf(document: Received): [string, ReactNode][] {
  const { service_from, service_to } = document
  const service = [...new Set([service_from, service_to])].filter((one) => one !== null).map(day)
  const facts: [string, ReactNode][] = [
    ['Due', document.due_date && day(document.due_date)],
    ['Service', service.join(' – ')],
    ['Corrects', side(document.preceding_invoices)],
    ['Purchase order', document.purchase_order],
    ['Buyer reference', document.buyer_reference],
    ['Pay to', side([document.account_holder, document.iban, document.bic])],
    ['Quote as', document.remittance_information],
    ['Attachments', side(document.attachments)],
    ['Follows', document.specification],
  ]
  return facts.filter(([, value]) => value)
}

function Items({ items, currency }: { items: readonly Item[]; currency: string }) {
  return (
    <table className="mt-6 w-full border-collapse">
      <caption className="sr-only">Lines</caption>
      <thead>
        <tr className="border-b border-line text-[13px] text-soft">
          <th scope="col" className="h-9 text-left font-medium">
            Item
          </th>
          <th scope="col" className="pl-3 text-right font-medium">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file have no other name, and never move
          <tr key={index} className="border-b border-line align-top">
            <td className="py-2 wrap-anywhere">
              <span className="block font-medium">{item.item_name}</span>
              {item.description && <span className="block text-[13px] whitespace-pre-line text-soft">{item.description}</span>}
              <span className="figures block text-[13px] text-soft">{countOf(item, currency)}</span>
            </td>
            <td className="figures py-2 pl-3 text-right whitespace-nowrap">{amount(item.subtotal, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** `12.5 h × €80.00 · Tax 19 %`, and what comes off or on. */
function countOf({ quantity, unit, unit_price, tax_rate, tax_category, allowances, charges }: Item, currency: string): ReactNode {
  const count = quantity === null ? null : side([number(quantity), unit === null ? '' : (UNITS.get(unit) ?? unit)], ' ')
  const price = side([count, unit_price === null ? '' : amount(unit_price, currency)], ' × ')
  const is_plain = tax_category === null || tax_category === 'standard'
  const tax = is_plain ? (tax_rate === null ? '' : `Tax ${number(tax_rate)} %`) : categoryName(tax_category)
  const less = allowances.map((one) =>
    side([one.reason ?? 'Discount', amount(one.amount === null ? null : -one.amount, currency)], ' '),
  )
  const more = charges.map((one) => side([one.reason ?? 'Charge', amount(one.amount, currency)], ' '))
  return side([price, tax, ...less, ...more], ' · ')
}

/**
 * What there is of some parts, in one line; null without any. Each is a box of its own: a text of strangers that turns the direction of writing
 * around turns itself only, not the account or the amount beside it.
 */
function side(parts: readonly ReactNode[], between = ', '): ReactNode {
  const there = parts.filter((part) => part !== null && part !== '')
  if (there.length === 0) return null
  return there.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and never move
    <Fragment key={index}>
      {index > 0 && between}
      <span className="inline-block max-w-full">{part}</span>
    </Fragment>
  ))
}

function Totals({ document, currency }: { document: Received; currency: string }) {
  const { allowances, charges, tax_breakdown, amount_paid } = document
  const rows: [string, number | null | undefined][] = [
    ['Subtotal', document.subtotal],
    ...allowances.map(({ reason, amount }): [string, number | null] => [reason ?? 'Discount', amount === null ? null : -amount]),
    ...charges.map(({ reason, amount }): [string, number | null] => [reason ?? 'Charge', amount]),
    ...taxRows(tax_breakdown, currency).map((tax): [string, number | undefined] => [tax.label, tax.amount]),
  ]
  const reasons = tax_breakdown.map((group) => group.exemption_reason).filter((reason) => reason !== null)
  return (
    <>
      <dl className="figures mt-4 ml-auto grid w-full max-w-sm grid-cols-[minmax(0,1fr)_auto] gap-y-1.5 [&>dd]:pl-4 [&>dd]:text-right [&>dt]:wrap-anywhere">
        {rows.flatMap(([label, value], index) => [
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be called alike, and never move
          <dt key={`name ${index}`} className="text-soft">
            {label}
          </dt>,
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <dd key={`value ${index}`}>{amount(value, currency)}</dd>,
        ])}
        <dt className="text-base font-semibold">Total</dt>
        <dd className="text-base font-semibold">{amount(document.total, currency)}</dd>
        {amount_paid !== null && amount_paid !== 0 && (
          <>
            <dt className="text-soft">Paid</dt>
            <dd>{amount(-amount_paid, currency)}</dd>
          </>
        )}
        <dt className="font-semibold">Amount due</dt>
        <dd className="font-semibold">{amount(document.amount_due, currency)}</dd>
      </dl>
      {reasons.map((reason) => (
        <p key={reason} className="mt-3 text-[13px] text-soft wrap-anywhere">
          {reason}
        </p>
      ))}
    </>
  )
}

function amount(value: number | null | undefined, currency: string): string {
  return value === null || value === undefined ? '—' : money(value, currency)
}

/** A day of a file may be none of the calendar. */
function day(text: string): string {
  return isDate(text) ? date(text) : text
}
