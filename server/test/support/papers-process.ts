// A process that is killed between the print of a document and its keeping. Run by papers-crash.test.ts.

import { createPapers } from '../../src/billing/papers/service.ts'
import { startPress } from '../../src/billing/printing/press.ts'
import { openDatabase } from '../../src/engines/open.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import type { CompanyId } from '../../src/kernel/ids.ts'

const [settings, company_id, id] = process.argv.slice(2) as [string, CompanyId, string]
const { database } = await openDatabase(JSON.parse(settings), (error) => {
  throw error
})
const press = startPress({ log: { warn() {} } })
const dying = {
  async print(paper: Parameters<typeof press.print>[0]) {
    await press.print(paper)
    process.kill(process.pid, 'SIGKILL')
    return new Promise<never>(() => {})
  },
}
await createPapers({ database, press: dying, clock: systemClock }).current(company_id, 'invoice', id)
