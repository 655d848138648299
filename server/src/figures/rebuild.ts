// Repairing what is kept of a company, while others write.
import type { CompanyId } from '../kernel/ids.ts'
import type { Database, Tx } from '../sql/database.ts'
import { COMPANY } from './cells.ts'
import type { Difference, FigureCheck } from './check.ts'
import { addToCell, readCells, totalOf } from './counts.ts'
import type { Pause } from './rows.ts'

/** Figures that are repaired in one transaction: others wait for no more than that. */
const REPAIRED_AT_ONCE = 200
/** Checks until it gives up: two are enough, but where another one repairs as well, or marks are laid or split meanwhile. */
const MOST_ROUNDS = 20
/** The list under which the transactions that repaired something are counted. It has no rows. */
const REBUILDS = 'figures'

/** A rebuild repairs only while this is as it was with its snapshot: so of two that found the same difference one adds it. */
const readNumber = async (tx: Tx, company_id: CompanyId) => totalOf(await readCells(tx, company_id, REBUILDS, COMPANY, []))

/** All that differs in a company at one moment. */
export function verifyCompany(
  database: Database,
  checks: readonly FigureCheck[],
  company_id: CompanyId,
  pause: Pause,
): Promise<Difference[]> {
  return database.read((tx) => findDifferences(tx, checks, company_id, pause))
}

/**
 * Repairs what differs in a company, and gives what was repaired, as it was found. What is off is added to what is kept by then, a few figures a
 * transaction, so all writes go on meanwhile; a last check finds nothing more. Throws where there still is something after many checks.
 */
export async function rebuildCompany(
  database: Database,
  checks: readonly FigureCheck[],
  company_id: CompanyId,
  pause: Pause,
): Promise<Difference[]> {
  const repaired: Difference[] = []
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const found = await database.read(async (tx) => ({
      number: await readNumber(tx, company_id),
      differences: await findDifferences(tx, checks, company_id, pause),
    }))
    if (found.differences.length === 0) return repaired
    for (let start = 0, number = found.number; start < found.differences.length; start += REPAIRED_AT_ONCE, number++) {
      const some = found.differences.slice(start, start + REPAIRED_AT_ONCE)
      if (!(await repair(database, company_id, some, number))) break
      repaired.push(...some)
      await pause()
    }
  }
  throw new Error(`The kept figures of ${company_id} still differ from its rows after ${MOST_ROUNDS} checks`)
}

const repair = (
  database: Database,
  company_id: CompanyId,
  differences: readonly Difference[],
  number: number,
): Promise<boolean> =>
  database.write(async (tx) => {
    if ((await readNumber(tx, company_id)) !== number) return false
    await addToCell(tx, company_id, REBUILDS, COMPANY, 1)
    await Promise.all(differences.map((difference) => difference.repair(tx)))
    return true
  }, company_id)

async function findDifferences(
  tx: Tx,
  checks: readonly FigureCheck[],
  company_id: CompanyId,
  pause: Pause,
): Promise<Difference[]> {
  const found: Difference[] = []
  for (const check of checks) for await (const difference of check(tx, company_id, pause)) found.push(difference)
  return found
}
