import type { Command } from 'commander'
import { findCompanyRow } from '../../server/src/access/companies/repository.ts'
import { MODULES, setModule } from '../../server/src/access/companies/service.ts'
import type { CompanyId } from '../../server/src/kernel/ids.ts'
import { withDatabase } from './database.ts'
import { CliError, print } from './output.ts'

/** `quoin modules enable` and `disable`. */
export function addModuleCommands(program: Command): void {
  const modules = program.command('modules').description('optional modules of a company: whether their changes store events')
  for (const [verb, is_enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    modules
      .command(verb)
      .description(`turn a module ${is_enabled ? 'on' : 'off'} for a company`)
      .argument('<name>', `the module: ${MODULES.join(', ')}`)
      .requiredOption('--company <id>', 'the company, com_…')
      .option('--json', 'print one JSON value')
      .addHelpText('after', `\nExample:\n  quoin modules ${verb} projects --company com_…`)
      .action(async (name: string, options: { company: CompanyId; json?: boolean }) => {
        const enabled = await withDatabase((database) =>
          database.write(async (tx) => {
            if (!(await findCompanyRow(tx, options.company))) throw new CliError(`There is no company ${options.company}`)
            return setModule(tx, options.company, name, is_enabled)
          }),
        )
        const list = enabled.length === 0 ? 'none' : enabled.join(', ')
        print(options.json, { company_id: options.company, modules: enabled }, [`Modules that are on: ${list}`])
      })
  }
}
