import { setPriority } from 'node:os'
import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Command } from 'commander'
import { findCompanyRow, listCompanyIds } from '../../server/src/access/companies/repository.ts'
import type { Difference } from '../../server/src/figures/check.ts'
import { rebuildCompany, verifyCompany } from '../../server/src/figures/rebuild.ts'
import type { CompanyId } from '../../server/src/kernel/ids.ts'
import { ALL_CHECKS } from '../../server/src/operate/figures/checks.ts'
import type { Database } from '../../server/src/sql/database.ts'
import { withDatabase } from './database.ts'
import { CliError, print, wrapped } from './output.ts'

/** Lower than the server's: requests go first where both want the processor. */
const PRIORITY = 10

interface Options {
  company?: CompanyId
  json?: boolean
}

interface Found {
  companies: number
  differences: Difference[]
}

/** `quoin figures verify`, which exits 1 when a figure differs, and `rebuild`. */
export function addFigureCommands(program: Command): void {
  const figures = program.command('figures').description('counts and sums that are kept with their rows')
  add(figures, 'verify', 'check that all kept counts and sums are those of the rows, while the server runs')
    .addHelpText(
      'after',
      wrapped('\nExits 1 when one differs. quoin figures rebuild mends it.\n\nExample:\n  quoin figures verify'),
    )
    .action(async (options: Options) => {
      const { companies, differences } = await inCompanies(options, verifyCompany)
      const lines = differences.map((one) => `${placeOf(one)}: kept ${one.kept}, there are ${one.real}`)
      const value = { is_right: differences.length === 0, companies, differences: differences.map(shown) }
      print(options.json, value, [
        ...lines,
        `${differences.length === 1 ? '1 figure differs' : `${differences.length} figures differ`}, ${companiesOf(companies)}`,
      ])
      if (differences.length > 0) process.exitCode = 1
    })
  add(figures, 'rebuild', 'mend kept counts and sums that are not those of the rows, while the server runs')
    .addHelpText('after', wrapped('\nExample:\n  quoin figures rebuild --company com_…'))
    .action(async (options: Options) => {
      const { companies, differences } = await inCompanies(options, rebuildCompany)
      const lines = differences.map((one) => `${placeOf(one)}: ${one.kept}, now ${one.real}`)
      const value = { mended: differences.length, companies, differences: differences.map(shown) }
      print(options.json, value, [
        ...lines,
        `Mended ${differences.length === 1 ? '1 figure' : `${differences.length} figures`}, ${companiesOf(companies)}`,
      ])
    })
}

function add(figures: Command, verb: string, description: string): Command {
  return figures
    .command(verb)
    .description(description)
    .option('--company <id>', 'only of this company, com_…')
    .option('--json', 'print one JSON value')
}

async function inCompanies(
  { company }: Options,
  work: (
    database: Database,
    checks: typeof ALL_CHECKS,
    company_id: CompanyId,
    pause: () => Promise<void>,
  ) => Promise<Difference[]>,
): Promise<Found> {
  setPriority(PRIORITY)
  return withDatabase(async (database) => {
    if (company !== undefined && !(await database.readOne((tx) => findCompanyRow(tx, company)))) {
      throw new CliError(`There is no company ${company}`)
    }
    const ids = company === undefined ? await listCompanyIds(database) : [company]
    const differences: Difference[] = []
    for (const id of ids) differences.push(...(await work(database, ALL_CHECKS, id, () => othersFirst())))
    return { companies: ids.length, differences }
  })
}

const shown = ({ company_id, figure, cell, kept, real }: Difference) => ({ company_id, figure, cell, kept, real })

const placeOf = ({ company_id, figure, cell }: Difference) => `${company_id} ${figure}${cell && ` ${cell}`}`

const companiesOf = (count: number) => (count === 1 ? '1 company checked' : `${count} companies checked`)
