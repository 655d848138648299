import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { LANGUAGES, type Language, readingDirection } from '../../kernel/languages.ts'
import { fillIn } from '../../kernel/text.ts'
import { partsOf, writeMail } from './content.ts'
import { WORDINGS } from './languages.ts'
import type { EmailKind } from './table.ts'
import { type Facts, PLACEHOLDERS } from './wording/words.ts'

const FACTS: Facts = {
  number: 'INV-2026-000001',
  amount: '$1,160.00',
  due_date: 'March 3, 2026',
  customer: 'Lindqvist AB',
  company: 'Acme',
  link: 'https://quoin.test/i/token',
  period: 'January 1, 2026 to March 31, 2026',
}
const INVOICE = { kind: 'invoice', resource_type: 'invoice', language: 'en', facts: FACTS } as const

describe('the wording', () => {
  /** What each text must name. */
  const NAMED: Record<EmailKind, readonly string[]> = {
    invoice: ['number', 'amount', 'due_date', 'customer', 'company'],
    quote: ['number', 'amount', 'due_date', 'customer', 'company'],
    credit_note: ['number', 'amount', 'customer', 'company'],
    reminder: ['number', 'amount', 'due_date', 'customer', 'company'],
    thanks: ['number', 'amount', 'customer', 'company'],
    statement: ['period', 'amount', 'customer', 'company'],
  }
  const placeholdersIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

  for (const language of LANGUAGES) {
    test(`${language}: every text names what it must, and nothing that is not known`, () => {
      const { texts } = WORDINGS[language]
      assert.deepEqual(Object.keys(texts), Object.keys(NAMED))
      for (const [kind, { subject, message }] of Object.entries(texts) as [EmailKind, { subject: string; message: string }][]) {
        assert.deepEqual([...new Set(placeholdersIn(message))].sort(), [...NAMED[kind]].sort(), kind)
        assert.ok(placeholdersIn(subject).includes(kind === 'statement' ? 'company' : 'number'), kind)
        for (const name of placeholdersIn(subject + message)) assert.ok((PLACEHOLDERS as readonly string[]).includes(name), name)
        assert.ok(!subject.includes('\n') && !/[{}]/.test(fillIn(subject + message, FACTS)))
      }
    })

    test(`${language}: has the sentences of no other language`, () => {
      const messages = (of: Language) => Object.values(WORDINGS[of].texts).map(({ message }) => message)
      const others = LANGUAGES.filter((other) => other !== language).flatMap(messages)
      assert.deepEqual(
        messages(language).filter((text) => others.includes(text)),
        [],
      )
    })
  }
})

describe('a text', () => {
  test('gets facts for its placeholders; braces in facts and around other words stay', () => {
    const facts = { ...FACTS, company: '{link} {number}' }
    assert.equal(
      fillIn('{number}: {company}, {nothing} {} {{amount}}', facts),
      'INV-2026-000001: {link} {number}, {nothing} {} {$1,160.00}',
    )
  })

  test('of a subject is one line, whatever a customer is called', () => {
    const facts = { ...FACTS, company: 'Acme\r\nBcc: eve@evil.example\u2028\u202e' }
    assert.equal(writeMail({ ...INVOICE, facts }, {}, null).subject, 'Invoice INV-2026-000001 from Acme Bcc: eve@evil.example')
  })
})

describe('the parts of a mail', () => {
  test('say the same in text and HTML', () => {
    const { subject, content } = writeMail(INVOICE, {}, null)
    const { text, html } = partsOf(subject, content)
    for (const fact of [FACTS.number, FACTS.amount, FACTS.due_date, FACTS.customer, FACTS.company, FACTS.link]) {
      assert.ok(text.includes(fact), fact)
      assert.ok(html.includes(fact), fact)
    }
    assert.match(text, /View online: https:\/\/quoin\.test\/i\/token\n$/)
  })

  test('have the link once in the text where the message has it', () => {
    const { subject, content } = writeMail(INVOICE, { message: 'See {link}.' }, null)
    const { text, html } = partsOf(subject, content)
    assert.equal(text.split(FACTS.link).length, 2)
    assert.ok(html.includes(`<a class="link" href="${FACTS.link}"`))
  })

  test('load nothing, and run nothing', () => {
    const { subject, content } = writeMail(INVOICE, {}, null)
    assert.doesNotMatch(partsOf(subject, content).html, /<img|<script|<link|url\(|@import|src=/i)
  })

  test('show what people typed as they typed it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.constantFrom('message', 'company', 'customer'),
        (typed, where) => {
          const hostile = `${typed}<script>alert(1)</script>" onmouseover="x" &amp; ${typed}`
          const facts = where === 'message' ? FACTS : { ...FACTS, [where]: hostile }
          const { subject, content } = writeMail({ ...INVOICE, facts }, where === 'message' ? { message: hostile } : {}, null)
          const { html } = partsOf(subject, content)
          assert.ok(!html.includes('<script>'))
          assert.ok(!/<[^>]*onmouseover="x"/.test(html.replace(/&quot;/g, '')) || !html.includes('" onmouseover="x"'))
          assert.ok(html.includes('&amp;amp;'))
        },
      ),
    )
  })

  test('an address in a message never leaves its attribute', () => {
    const { subject, content } = writeMail(
      INVOICE,
      { message: 'https://evil.example/"onclick="x javascript:alert(1) https://a.example/<b>' },
      null,
    )
    const { html } = partsOf(subject, content)
    assert.ok(html.includes('<a class="link" href="https://evil.example/" '))
    assert.ok(!/href="javascript/.test(html) && !html.includes('"onclick'))
  })

  for (const language of LANGUAGES) {
    test(`${language}: are in the language and its direction`, () => {
      const { subject, content } = writeMail({ ...INVOICE, language }, {}, null)
      const { html } = partsOf(subject, content)
      assert.match(html, new RegExp(`<html lang="${language}" dir="${readingDirection(language)}"`))
      assert.ok(html.includes(WORDINGS[language].view))
    })
  }
})
