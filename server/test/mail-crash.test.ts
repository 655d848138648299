// Processes that are killed while they send mails: no mail is missing, and one that goes out twice has the same Message-ID.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { headerOf, type MailScript, type RunningMailServer, startMailServer } from './support/mail-server.ts'
import { MAIL_FROM, startTestApp, type TestApp } from './support/test-app.ts'

const KILLS = process.env['QUOIN_TEST_LONG'] ? 50 : 4
const MAILS = 10 * KILLS
const LONGEST_MS = process.env['QUOIN_TEST_LONG'] ? 600_000 : 60_000
const PROGRAM = fileURLToPath(new URL('support/mail-process.ts', import.meta.url))

let app: TestApp
let smtp: RunningMailServer
let children: ChildProcess[] = []

before(async () => {
  app = await startTestApp()
  smtp = await startMailServer()
})
after(async () => {
  await smtp.stop()
  await app.close()
})
beforeEach(() => {
  smtp.mails.length = 0
  smtp.script = {}
})

function start(): ChildProcess {
  const mail = { server: smtp.server, from: MAIL_FROM }
  const args = [PROGRAM, JSON.stringify(app.settings), JSON.stringify(mail)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  children.push(child)
  return child
}

async function killAll(): Promise<void> {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  children = []
}

/** Queues mails, one to each of as many recipients; gives their Message-IDs by recipient. */
async function queue(count: number): Promise<Map<string, string>> {
  const { data: customer } = await app.call('POST', '/v1/customers', { body: { name: 'Ada' } })
  const body = { customer_id: customer.id, items: [{ name: 'Work', unit_price: 1 }] }
  const { data: invoice } = await app.call('POST', '/v1/invoices', { body })
  const queued = new Map<string, string>()
  for (let index = 0; index < count; index++) {
    const to = `${index}@example.com`
    const { data } = await app.call('POST', `/v1/invoices/${invoice.id}/send`, { body: { to: [to] } })
    queued.set(to, `<${data.id}@quoin.test>`)
  }
  return queued
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const begun = performance.now()
  while (!(await holds())) {
    assert.ok(performance.now() - begun < LONGEST_MS, 'waited too long')
    await sleep(10)
  }
}

/** Whether no mail waits any more. */
const isAllSent = async () => (await app.call('GET', '/v1/emails', { query: { status: 'queued' } })).data.emails.length === 0

/** The Message-IDs of the mails that the server took, by recipient. */
function taken(): Map<string, string[]> {
  const ids = new Map<string, string[]>()
  for (const mail of smtp.mails) {
    assert.equal(mail.to.length, 1)
    ids.set(mail.to[0]!, [...(ids.get(mail.to[0]!) ?? []), headerOf(mail, 'Message-ID')!])
  }
  return ids
}

/** What the mail server does at a step, the first time: it ends the process that has come to it. */
function killingAt(step: string, child: () => ChildProcess): MailScript {
  let is_over = false
  const kill = () => {
    if (!is_over) child().kill('SIGKILL')
    is_over = true
    return undefined
  }
  if (step === 'connect') return { onConnect: kill }
  if (step === 'recipient') return { onRecipient: kill }
  if (step === 'data') return { onBytes: kill }
  return {
    onMail() {
      if (is_over) return undefined
      is_over = true
      // It gets the answer, and never reads it.
      child().kill('SIGSTOP')
      setTimeout(() => child().kill('SIGKILL'), 50)
      return undefined
    },
  }
}

describe('a process is killed', () => {
  for (const [step, copies] of [
    ['connect', 1],
    ['recipient', 1],
    ['data', 1],
    ['taken', 2],
  ] as const) {
    test(`when it has come to ${step}: ${copies === 1 ? 'the mail goes out once' : 'it goes out twice, with the same Message-ID'}`, async () => {
      const queued = await queue(1)
      let child: ChildProcess
      smtp.script = killingAt(step, () => child)
      child = start()
      await once(child, 'exit')
      assert.equal(child.signalCode, 'SIGKILL')
      assert.equal(await isAllSent(), false)
      child = start()
      await until(isAllSent)
      await killAll()
      const ids = taken()
      assert.deepEqual([...ids.keys()], [...queued.keys()])
      assert.ok(ids.get('0@example.com')!.every((id) => id === queued.get('0@example.com')))
      // Killed in the midst of the mail, all of it may have been on its way.
      if (step !== 'data') assert.equal(smtp.mails.length, copies)
    })
  }

  test(`${KILLS} times while ${MAILS} mails go out: none is missing, and none has two Message-IDs`, async () => {
    const queued = await queue(MAILS)
    let kills = 0
    let child = start()
    for (const step of Array.from({ length: KILLS }, (_, index) => ['connect', 'recipient', 'data', 'taken'][index % 4]!)) {
      if (step === 'connect') await until(() => smtp.mails.length >= (kills * MAILS) / KILLS / 2)
      smtp.script = killingAt(step === 'connect' ? 'recipient' : step, () => child)
      if (await Promise.race([once(child, 'exit').then(() => true), until(isAllSent).then(() => false)])) kills++
      else break
      child = start()
    }
    smtp.script = {}
    await until(isAllSent)
    await killAll()
    assert.equal(kills, KILLS)
    const ids = taken()
    assert.equal(ids.size, MAILS)
    for (const [to, own] of ids) assert.deepEqual([...new Set(own)], [queued.get(to)], to)
    assert.ok(smtp.mails.length <= MAILS + 2 * KILLS, `${smtp.mails.length} mails`)
  })
})

test('two processes send each mail once', async () => {
  // On SQLite there is one process.
  if (app.database.engine === 'sqlite') return
  const queued = await queue(40)
  start()
  start()
  await until(isAllSent)
  await killAll()
  const ids = taken()
  assert.equal(smtp.mails.length, 40)
  for (const [to, own] of ids) assert.deepEqual(own, [queued.get(to)])
})
