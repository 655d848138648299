import type { Command } from 'commander'
import { anchorKeyOf } from '../../server/src/access/audit-log/anchor.ts'
import { verifyAuditLog } from '../../server/src/access/audit-log/verify.ts'
import { readConfig } from '../../server/src/config.ts'
import { findVault } from '../../server/src/operate/secret-key.ts'
import { withDatabase } from './database.ts'
import { print, wrapped } from './output.ts'

/** `quoin audit verify`: exits 1 when a chain is not whole. */
export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('the audit log')
  audit
    .command('verify')
    .description('check that no entry was changed, removed, swapped or cut off')
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped(
        '\nKeep the heads that it prints somewhere else: they prove later that the log was not rewritten as a whole.\n\nExample:\n  quoin audit verify',
      ),
    )
    .action(async (options: { json?: boolean }) => {
      const { data_dir, secret_key } = readConfig()
      const vault = findVault(data_dir, secret_key)
      const chains = await withDatabase((database) => verifyAuditLog(database, vault && anchorKeyOf(vault)))
      const lines = chains.map(({ organization_id, entries, cut, head, problem }) => {
        const name = organization_id === '' ? 'unknown callers' : organization_id
        return problem
          ? `${name}: ${problem}`
          : `${name}: ${entries} entries${cut > 0 ? ` (${cut} of them cut by age)` : ''}, whole, head ${head}`
      })
      print(
        options.json,
        { is_whole: chains.every((chain) => !chain.problem), chains },
        lines.length > 0 ? lines : ['The audit log is empty'],
      )
      if (chains.some((chain) => chain.problem)) process.exitCode = 1
    })
}
