// The press on its own process: its queue, its limits, and what happens when it dies.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { company, customer, invoice } from '../../../test/support/papers.ts'
import { ApiError } from '../../kernel/errors.ts'
import type { Paper } from './paper.ts'
import { paperOf } from './paper-of.ts'
import { type PressOptions, startPress } from './press.ts'

const presses: ReturnType<typeof startPress>[] = []
const warnings: string[] = []
function press(options: Partial<PressOptions> = {}) {
  const made = startPress({ log: { warn: (details, text) => warnings.push(`${text} ${JSON.stringify(details)}`) }, ...options })
  presses.push(made)
  return made
}
after(() => Promise.all(presses.map((one) => one.close())))

const paper = (number: string, lines = 2): Paper => paperOf(invoice({ number }, lines), company, customer, null)
/** Takes longer than any limit of these tests. */
const slow = () => paper('SLOW', 2000)

/** SCHED_IDLE. */
const IDLE = 5
const noChrt = !(existsSync('/proc/self') && existsSync('/usr/bin/chrt')) && 'needs Linux and its chrt'

describe('the press', () => {
  test('prints papers in their order, the same bytes in every process', async () => {
    const one = press()
    const files = await Promise.all(['A', 'B', 'A'].map((number) => one.print(paper(number))))
    assert.ok(files.every((file) => file.pdf.subarray(0, 5).toString() === '%PDF-'))
    assert.equal(files[0]!.sha256, files[2]!.sha256)
    assert.notEqual(files[0]!.sha256, files[1]!.sha256)
    assert.equal((await press().print(paper('A'))).sha256, files[0]!.sha256)
  })

  test('refuses what would wait behind too many, with 503 and Retry-After', async () => {
    const one = press({ most_waiting: 2 })
    const printed = [one.print(paper('1')), one.print(paper('2'))]
    await assert.rejects(one.print(paper('3')), (error) => {
      assert.ok(error instanceof ApiError)
      assert.deepEqual([error.status, error.headers['retry-after'], error.faults[0].code], [503, '1', 'unavailable'])
      return true
    })
    await Promise.all(printed)
    await one.print(paper('4'))
  })

  test('gives a document up that takes too long, and prints the next', async () => {
    const one = press({ time_limit_ms: 50 })
    await assert.rejects(one.print(slow()), (error) => {
      assert.ok(error instanceof ApiError)
      assert.deepEqual([error.status, error.faults[0].code], [409, 'document_not_printable'])
      assert.match(error.message, /took too long/)
      return true
    })
    const patient = press()
    assert.ok((await patient.print(paper('after'))).pdf.length > 0)
  })

  test('gives a document up that needs too much memory, and prints the next', async () => {
    const one = press({ largest_memory_bytes: 350 * 1024 * 1024 })
    await assert.rejects(one.print(paper('HUGE', 10_000)), (error) => {
      assert.ok(error instanceof ApiError)
      assert.deepEqual([error.status, error.faults[0].code], [409, 'document_not_printable'])
      assert.match(error.message, /too much memory/)
      return true
    })
    assert.ok((await one.print(paper('after'))).pdf.length > 0)
  })

  test('lets organizations take turns, however many documents one of them has', async () => {
    // One process for all: a second one, on a busy machine, would start so late that it says nothing about turns.
    const one = press({ patience_ms: 60_000 })
    const order: string[] = []
    const print = (turn: string, number: string) => one.print(paper(number), turn).then(() => order.push(number))
    await Promise.all([...['A1', 'A2', 'A3', 'A4'].map((number) => print('org_a', number)), print('org_b', 'B1')])
    assert.ok(order.indexOf('B1') < order.indexOf('A3'), String(order))
  })

  test('refuses one organization what is free for others', async () => {
    const one = press({ most_of_turn: 2 })
    const printed = ['1', '2'].map((number) => one.print(paper(number), 'org_a'))
    await assert.rejects(one.print(paper('3'), 'org_a'), /Too many documents of this organization/)
    await one.print(paper('4'), 'org_b')
    await Promise.all(printed)
    await one.print(paper('5'), 'org_a')
  })

  test('prints for others while a document of one organization takes long, which never has both processes', async () => {
    const one = press({ patience_ms: 100 })
    await one.print(paper('warm'))
    const order: string[] = []
    const print = (turn: string, made: Paper) => one.print(made, turn).then(() => order.push(made.number))
    await Promise.all([
      print('org_a', paper('SLOW', 5_000)),
      print('org_a', paper('A2')),
      print('org_b', paper('B1')),
      print('org_c', paper('C1')),
    ])
    assert.deepEqual(order.slice(0, 2).sort(), ['B1', 'C1'])
    assert.deepEqual(order.slice(2), ['SLOW', 'A2'])
  })

  test('names characters that no typeface has in the log', async () => {
    await press().print({ ...paper('runes'), footer: 'ᚠ' })
    assert.ok(warnings.some((text) => text.includes('runes') && text.includes('U+16A0')))
  })

  test('starts another process after so many documents', { skip: !existsSync('/proc/self') && 'needs /proc' }, async () => {
    const one = press({ documents_per_process: 2 })
    const seen = new Set<number>()
    for (const number of ['1', '2', '3', '4', '5']) {
      const printing = one.print(paper(number))
      for (const pid of children()) seen.add(pid)
      await printing
    }
    assert.ok(seen.size >= 3, `${seen.size} processes`)
  })

  test('tries a document again when the process dies, once', { skip: !existsSync('/proc/self') && 'needs /proc' }, async () => {
    // On a busy machine a patient process takes its time even to die.
    const one = press({ hurry_ms: 60_000 })
    await one.print(paper('warm'))
    const before = children()
    const printing = one.print(slow())
    // Only the process of this press is busy; the others of this file are ended by their tests or idle.
    for (const pid of before) process.kill(pid, 'SIGKILL')
    assert.ok((await printing).pdf.length > 0)
    assert.ok(warnings.some((text) => text.includes('ended unexpectedly') && text.includes('SLOW')))
  })

  test('lets everything else go first once it is warm', { skip: noChrt }, async () => {
    const before = children()
    const one = press()
    await one.print(paper('warm'))
    const [pid] = children().filter((known) => !before.includes(known))
    while (policiesOf(pid!).some((policy) => policy !== IDLE)) await sleep(10)
  })

  test('prints in another process what gets no time in a patient one', { skip: noChrt, timeout: 60_000 }, async () => {
    const before = children()
    const one = press({ hurry_ms: 200 })
    await one.print(paper('warm'))
    const [stopped] = children().filter((known) => !before.includes(known))
    process.kill(stopped!, 'SIGSTOP')
    assert.ok((await one.print(paper('late'))).pdf.length > 0)
    const [hurried] = children().filter((known) => !before.includes(known) && known !== stopped)
    // It stays one that insists on its share.
    await one.print(paper('next'))
    assert.ok(policiesOf(hurried!).every((policy) => policy !== IDLE))
    assert.ok(!warnings.some((text) => /late|next/.test(text)))
  })

  test('leaves no process behind when it is closed, and prints nothing more', async () => {
    const one = press()
    await one.print(paper('1'))
    const waiting = one.print(slow())
    const refused = assert.rejects(waiting, /closed/)
    await one.close()
    await refused
    await assert.rejects(one.print(paper('2')), /closed/)
    await Promise.all(presses.map((each) => each.close()))
    // Those that end late are dead already.
    while (existsSync('/proc/self') && children().length > 0) await sleep(10)
  })
})

/** The scheduling policies of a process's threads, by the numbers of the kernel. */
function policiesOf(pid: number): number[] {
  const folder = `/proc/${pid}/task`
  return readdirSync(folder).map((thread) =>
    Number(readFileSync(`${folder}/${thread}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[38]),
  )
}

/** The running processes of presses: the children of this one. */
function children(): number[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}
