// Crediting random invoices in random splits, by twelve clients at once, ends at exactly nothing left. QUOIN_TEST_SEED is the first
// invoice, QUOIN_TEST_CREDITED how many there are.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Ledger, quantityOf, randomInvoice, rounded } from './support/credited-invoices.ts'
import { type Chance, createChance } from './support/random.ts'
import {
  Client,
  type HttpAnswer,
  type MadeSetup,
  runCli,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from './support/server-process.ts'

const CLIENTS = 12
const INVOICES = Number(process.env['QUOIN_TEST_CREDITED'] ?? (process.env['QUOIN_TEST_LONG'] ? 10_000 : 40))
const FIRST = Number(process.env['QUOIN_TEST_SEED'] ?? 1)
/** Every eighth invoice bills time. */
const BILLS_TIME = 8
/** The electronic invoices of every fifth are judged. */
const CHECKS_E_INVOICES = 5
/** Rules about sums and decimals, and about the sums of each category of tax. The others ask for details that the company does not have. */
const OF_FIGURES = /^BR-(CO|DEC)-|^BR-(S|Z|E|AE|IC|G|O)-0[89]$/
const LONGEST_MS = 3_600_000

describe('crediting all parts of random invoices', () => {
  const folder = temporaryFolder()
  let setup: MadeSetup
  let server: ServerProcess
  let client: Client
  let customer_id: string
  /** What happened, to see that nothing is left out by chance. */
  const seen = {
    invoices: 0,
    credit_notes: 0,
    exceeded: 0,
    no_total: 0,
    ended_early: 0,
    nothing_to_credit: 0,
    times: 0,
    e_invoices: 0,
  }

  before(async () => {
    setup = await setUpWithCli(folder.path)
    server = await startServerProcess(folder.path)
    client = new Client(server.url, setup.api_key)
    customer_id = (await call('POST', '/v1/customers', { name: 'C' })).body.data.id
  })
  after(async () => {
    client.close()
    assert.equal(await server.end('SIGTERM'), 0)
    folder.remove()
  })

  /** Asks again where the service is not available for a moment, as clients do: the key makes it happen once. */
  const call = async (method: string, path: string, body?: object): Promise<HttpAnswer> => {
    const whole = `${path}${path.includes('?') ? '&' : '?'}company_id=${setup.company_id}`
    const headers: Record<string, string> = method === 'POST' ? { 'idempotency-key': randomUUID() } : {}
    for (;;) {
      const answer = await client.call(method, whole, body, headers)
      if (answer.status !== 503) return answer
      await sleep(500)
    }
  }
  const ok = async (method: string, path: string, body?: object) => {
    const answer = await call(method, path, body)
    assert.ok(answer.status < 300, `${method} ${path} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }

  test(`of ${INVOICES}, ${CLIENTS} clients at once: nothing is left, and each part adds up`, {
    timeout: LONGEST_MS,
  }, async () => {
    let next = FIRST
    const work = async () => {
      for (let seed = next++; seed < FIRST + INVOICES; seed = next++) {
        await creditInSplits(seed).catch((error) => {
          // The others end with the invoice that they have.
          next = FIRST + INVOICES
          throw new Error(`invoice ${seed}`, { cause: error })
        })
      }
    }
    const ended = await Promise.allSettled(Array.from({ length: CLIENTS }, work))
    for (const end of ended) if (end.status === 'rejected') throw end.reason
    for (const [what, count] of Object.entries(seen)) assert.ok(count > 0 || INVOICES < 1_000, `${what} never happened`)
    if (INVOICES >= 1_000) console.log(JSON.stringify(seen))
  })

  test('and all kept counts and sums agree with the rows', { timeout: LONGEST_MS }, async () => {
    const { code, stdout, stderr } = await runCli(folder.path, 'figures', 'verify', '--json')
    assert.deepEqual([code, JSON.parse(stdout || '{}').is_right], [0, true], stdout + stderr)
  })

  async function creditInSplits(seed: number): Promise<void> {
    const chance = createChance(seed * 104_729)
    const { invoice, times } = seed % BILLS_TIME === 0 ? await billedTime(chance) : await typedInvoice(chance)
    const ledger = new Ledger(invoice)
    seen.invoices += 1
    if (invoice.total <= 0) {
      seen.nothing_to_credit += 1
      const { status, body } = await credit(ledger)
      return assert.deepEqual([status, body.code, body.param], [400, 'parameter_invalid', 'items'], JSON.stringify(invoice))
    }
    let paid = chance.next() < 0.3 ? await pay(ledger, chance.pick([0.01, 0.5, 1])) : 0
    for (let round = chance.whole(0, 4); round > 0 && ledger.left.size > 0; round--) {
      if (chance.next() < 0.5) await creditSomeLines(ledger, chance)
      else paid += await creditOneLineAtOnce(ledger, chance)
      await checkTimes(ledger, times)
    }
    await creditTheRest(ledger, chance)
    await checkTimes(ledger, times)
    await checkSettled(ledger, paid, times)
    if (seed % CHECKS_E_INVOICES === 0) await checkEInvoices(ledger)
  }

  /** An invoice that can be: one that credit lines take below 0 is refused. */
  async function typedInvoice(chance: Chance) {
    for (;;) {
      const { body, change } = randomInvoice(chance)
      let answer = await call('POST', '/v1/invoices', { customer_id, ...body })
      if (answer.status === 201) answer = await call('PATCH', `/v1/invoices/${answer.body.data.id}`, change(answer.body.data))
      if (answer.status === 200) return { invoice: answer.body.data, times: new Map<string, string>() }
      assert.match(String(answer.body.error), /must not be below 0/, JSON.stringify([body, answer]))
    }
  }

  /** An invoice of the time of some tasks, and which line each time entry is on. */
  async function billedTime(chance: Chance) {
    const project = await ok('POST', '/v1/projects', { title: 'P', hourly_rate: chance.whole(1, 9_999) / 100, customer_id })
    const of_task = new Map<string, string>()
    for (let count = chance.whole(1, 3); count > 0; count--) {
      const task = await ok('POST', `/v1/projects/${project.id}/tasks`, { title: `Task ${count}` })
      for (let entries = chance.whole(1, 2); entries > 0; entries--) {
        const time = { task_id: task.id, start_time: '2026-01-05T08:00:00Z', duration_minutes: chance.whole(1, 20) * 15 }
        const entry = await ok('POST', `/v1/projects/${project.id}/time-entries`, time)
        of_task.set(`/v1/projects/${project.id}/time-entries/${entry.id}`, task.title)
      }
    }
    const made = await ok('POST', `/v1/projects/${project.id}/invoice`, { tax_rate: chance.pick([0, 7, 19]) })
    const invoice = await ok('PATCH', `/v1/invoices/${made.id}`, { status: 'sent' })
    const lineOf = (title: string) => invoice.items.find((line: { item_name: string }) => line.item_name === title).id
    return { invoice, times: new Map([...of_task].map(([path, title]) => [path, lineOf(title)])) }
  }

  const credit = ({ invoice }: Ledger, items?: object[]) => call('POST', '/v1/credit-notes', { invoice_id: invoice.id, items })

  /** Pays a share of what is due as it was first; gives what was taken, in minor units. */
  async function pay(ledger: Ledger, share: number): Promise<number> {
    const { id, total, currency } = ledger.invoice
    const amount = rounded(total * share, currency)
    const { status, body } = await call('POST', `/v1/invoices/${id}/payments`, { amount })
    if (status === 201) return ledger.minor(amount)
    assert.deepEqual([status, body.param], [400, 'amount'])
    return 0
  }

  /** Parts of some lines; now and then too much of one. */
  async function creditSomeLines(ledger: Ledger, chance: Chance): Promise<void> {
    const lines = [...ledger.left].filter(() => chance.next() < 0.6)
    if (lines.length === 0) return
    const is_too_much = chance.next() < 0.2
    const items = lines.map(([item_id, left], index) => {
      const part = chance.next() < 0.4 ? left : Math.sign(left) * chance.whole(1, Math.abs(left))
      return { item_id, quantity: quantityOf(is_too_much && index === 0 ? left + Math.sign(left) : part) }
    })
    const answer = await credit(ledger, items)
    if (is_too_much && !ledger.is_over) return assertExceeds(answer, 'items[0].quantity')
    takeOrRefused(ledger, answer)
  }

  /** The same part of one line from several clients, and a payment in between: exactly what is left is credited. Gives what was paid. */
  async function creditOneLineAtOnce(ledger: Ledger, chance: Chance): Promise<number> {
    const [item_id, left] = chance.pick([...ledger.left])
    const count = chance.whole(2, 5)
    const part = Math.sign(left) * Math.max(1, Math.floor(Math.abs(left) / chance.whole(1, count)))
    const paying = chance.next() < 0.3 ? pay(ledger, 0.25) : Promise.resolve(0)
    const items = [{ item_id, quantity: quantityOf(part) }]
    const answers = await Promise.all(Array.from({ length: count }, () => credit(ledger, items)))
    const made = answers.filter(({ status }) => status === 201)
    for (const { body } of made) ledger.take(body.data)
    const others = answers.filter(({ status }) => status !== 201)
    const beyond = others.filter(({ body }) => body.param === 'items[0].quantity')
    for (const answer of beyond) {
      assertExceeds(answer, 'items[0].quantity')
      assert.ok(Math.abs(ledger.left.get(item_id) ?? 0) < Math.abs(part), 'refused, and there was enough')
    }
    const unmade = others.filter((answer) => !beyond.includes(answer))
    for (const answer of unmade) takeOrRefused(ledger, answer)
    if (unmade.length === 0) assert.equal(made.length, Math.min(count, Math.floor(left / part)), 'exactly what is left')
    return paying
  }

  async function creditTheRest(ledger: Ledger, chance: Chance): Promise<void> {
    const answers = await Promise.all(Array.from({ length: chance.pick([1, 1, 3]) }, () => credit(ledger)))
    const made = answers.filter(({ status }) => status === 201)
    assert.equal(made.length, ledger.is_over ? 0 : 1, 'all that is left is credited once')
    for (const { body } of made) ledger.take(body.data)
    for (const answer of answers) if (answer.status !== 201) assertExceeds(answer, 'invoice_id')
  }

  function assertExceeds({ status, body }: HttpAnswer, param: string): void {
    assert.deepEqual([status, body.code, body.param], [400, 'credit_exceeds_invoice', param], JSON.stringify(body))
    seen.exceeded += 1
  }

  /** Notes a credit note, or that there is none for a good reason: nothing is left, its total is not above 0, or more than is left. */
  function takeOrRefused(ledger: Ledger, answer: HttpAnswer): void {
    const { status, body } = answer
    if (status === 201) ledger.take(body.data)
    else if (ledger.is_over) assertExceeds(answer, 'invoice_id')
    else if (!ledger.is_plain && body.code === 'credit_exceeds_invoice') assertExceeds(answer, 'items')
    else {
      assert.deepEqual([status, body.code, body.param], [400, 'parameter_invalid', 'items'], JSON.stringify(body))
      seen.no_total += 1
    }
  }

  /** Time can be billed again exactly when nothing is left of its line. */
  async function checkTimes(ledger: Ledger, times: ReadonlyMap<string, string>): Promise<void> {
    for (const [path, item_id] of times) assert.equal((await ok('GET', path)).invoiced, !ledger.isWhole(item_id), path)
    seen.times += times.size
  }

  /**
   * The figures of a part break no rule of electronic invoices that those of the invoice keep. A third decimal is never valid, and neither are
   * figures that were set by hand.
   */
  async function checkEInvoices(ledger: Ledger): Promise<void> {
    if (ledger.minor(1) > 100 || ledger.invoice.tax_breakdown === null) return
    const faultsOf = async (path: string) => {
      const { formats } = await ok('GET', `${path}/e-invoice`)
      const problems = Object.values<{ problems: { code: string }[] }>(formats).flatMap((format) => format.problems)
      return problems.map(({ code }) => code).filter((code) => OF_FIGURES.test(code))
    }
    const known = new Set(await faultsOf(`/v1/invoices/${ledger.invoice.id}`))
    for (const { id } of ledger.notes) {
      const faults = await faultsOf(`/v1/credit-notes/${id}`)
      assert.deepEqual(
        faults.filter((code) => !known.has(code)),
        [],
        id,
      )
      seen.e_invoices += 1
    }
  }

  async function checkSettled(ledger: Ledger, paid: number, times: ReadonlyMap<string, string>): Promise<void> {
    const { id, total } = ledger.invoice
    const state = async () => {
      const now = await ok('GET', `/v1/invoices/${id}`)
      const { credit_notes, pagination } = await ok('GET', `/v1/credit-notes?invoice_id=${id}&limit=100`)
      assert.equal(pagination.total, ledger.notes.length)
      for (const note of credit_notes) assert.equal(note.refund_due, now.refund_due)
      const { status, amount_credited, amount_due, amount_paid, refund_due } = now
      return { status, amount_credited, amount_due, amount_paid: ledger.minor(amount_paid), refund_due: ledger.minor(refund_due) }
    }
    const settled = { status: paid > 0 ? 'paid' : 'cancelled', amount_credited: total, amount_due: 0, amount_paid: paid }
    assert.deepEqual(await state(), { ...settled, refund_due: paid })
    seen.credit_notes += ledger.notes.length
    for (const item_id of times.values()) assert.ok(ledger.isWhole(item_id), 'all time is free')
    if (ledger.left.size === 0 || ledger.is_plain) ledger.assertWhole()
    if (ledger.left.size > 0) seen.ended_early += 1
    if (paid === 0) return
    // Two clients pay the same back: it happens once.
    const refund = { amount: paid / ledger.minor(1) }
    const path = `/v1/credit-notes/${ledger.notes[0].id}/refunds`
    const answers = await Promise.all([call('POST', path, refund), call('POST', path, refund)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400])
    assert.deepEqual(await state(), { ...settled, refund_due: 0 })
  }
})
