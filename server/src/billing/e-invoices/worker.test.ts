// The thread for large files: what waits, what is refused, and what becomes of a thread that dies or takes too long.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { validInvoice } from '../../../test/support/valid-e-invoice.ts'
import { ApiError } from '../../kernel/errors.ts'
import { UnreadableFile } from '../../kernel/xml.ts'
import { writeUbl } from './ubl.ts'
import { createEInvoiceWorker } from './worker.ts'

const large = validInvoice('core')
large.lines = Array.from({ length: 200 }, (_, index) => ({ ...large.lines[0]!, id: String(index + 1) }))
const file = Buffer.from(writeUbl(large))

const THREAD = new URL('../../../test/support/slow-e-invoice-thread.ts', import.meta.url)

describe('the thread of electronic invoices', () => {
  test('answers in the order of asking, and more at once than it works on', async () => {
    const worker = createEInvoiceWorker()
    const found = await Promise.all(Array.from({ length: 15 }, (_, index) => worker.inspect(file, `org_${index % 3}`)))
    assert.ok(found.every((text) => JSON.parse(text).document.items.length === 200))
    await assert.rejects(worker.inspect(Buffer.concat([file, Buffer.from('<')]), 'org'), UnreadableFile)
    await worker.close()
  })

  test('has the answer about a large file written, and leaves this thread next to nothing to do', async () => {
    const worker = createEInvoiceWorker()
    await worker.inspect(file, 'org')
    const lines = '<cac:InvoiceLine><cbc:ID>1</cbc:ID></cac:InvoiceLine>'.repeat(60_000)
    const huge = Buffer.from(writeUbl(validInvoice('core')).replace('<cac:InvoiceLine>', `${lines}<cac:InvoiceLine>`))
    const before = process.threadCpuUsage()
    const text = await worker.inspect(huge, 'org')
    const { user, system } = process.threadCpuUsage(before)
    assert.ok(text.length > 9_000_000, String(text.length))
    // As objects it took 45 ms, and 50 more to write them.
    assert.ok((user + system) / 1_000 < 25, `${(user + system) / 1_000} ms`)
    await worker.close()
  })

  test('refuses with 503 what would wait for too long', async () => {
    const worker = createEInvoiceWorker({ thread: THREAD })
    const asked = Array.from({ length: 40 }, (_, index) =>
      worker.inspect(file, `org_${index % 4}`).catch((error: unknown) => error),
    )
    const refused = (await Promise.race([Promise.all(asked.slice(-10)), sleep(5_000)])) as ApiError[]
    assert.deepEqual(
      refused.map((error) => error instanceof ApiError && error.status),
      Array(10).fill(503),
    )
    await worker.close()
    for (const error of await Promise.all(asked)) assert.ok(error instanceof Error)
  })

  test('organizations take turns, and none takes the room of the others', async () => {
    const worker = createEInvoiceWorker()
    const order: string[] = []
    const ask = (turn: string) =>
      worker.inspect(file, turn).then(
        () => order.push(turn),
        (error: ApiError) => error.status,
      )
    const greedy = Array.from({ length: 30 }, () => ask('org_greedy'))
    const good = ask('org_good')
    const answers = await Promise.all(greedy)
    await good
    assert.equal(answers.filter((answer) => answer === 503).length, 30 - 9, 'one under way, eight that wait')
    assert.equal(order.indexOf('org_good'), 2, 'after the one under way and one in turn')
    await worker.close()
  })

  test('a file that takes too long is not read, and the next one is', async () => {
    const worker = createEInvoiceWorker({ thread: THREAD, time_limit_ms: 300 })
    await assert.rejects(worker.inspect(file, 'org'), /takes too long/)
    await assert.rejects(worker.inspect(file, 'org'), UnreadableFile)
    await worker.close()
  })

  test('a thread that dies loses its file only', async () => {
    const worker = createEInvoiceWorker({ thread: THREAD })
    const dying = Buffer.concat([file, Buffer.from('<!-- die -->')])
    const answering = Buffer.concat([file, Buffer.from('<!-- answer -->')])
    const [died, answered] = await Promise.allSettled([worker.inspect(dying, 'org'), worker.inspect(answering, 'org')])
    assert.match(String((died as PromiseRejectedResult).reason), /can't be read/)
    assert.equal(answered.status, 'rejected')
    assert.match(String((answered as PromiseRejectedResult).reason), /as asked/)
    await worker.close()
  })

  test('closing ends what is asked, and can be done twice', async () => {
    const worker = createEInvoiceWorker({ thread: THREAD })
    const asked = [worker.inspect(file, 'org'), worker.inspect(file, 'org')].map((one) =>
      one.catch((error: Error) => error.message),
    )
    await worker.close()
    await worker.close()
    assert.deepEqual(await Promise.all(asked), ['The service ends', 'The service ends'])
  })
})

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref())
