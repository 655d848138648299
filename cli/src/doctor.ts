import { setPriority } from 'node:os'
import type { Command } from 'commander'
import { BadConfig, type Config, readConfig, unknownVariables } from '../../server/src/config.ts'
import { type Inspection, inspectDatabase, inspectReadReplicas } from '../../server/src/engines/inspect.ts'
import { checkBackupStore, checkLogShipping } from '../../server/src/operate/doctor/backups.ts'
import { checkContent, checkEngine, checkReplicas } from '../../server/src/operate/doctor/database.ts'
import { type Finding, failed, ok, skipped } from '../../server/src/operate/doctor/finding.ts'
import { checkBackups, checkDisk, checkFiles, checkRuntime } from '../../server/src/operate/doctor/machine.ts'
import { checkSettings } from '../../server/src/operate/doctor/settings.ts'
import { findVault } from '../../server/src/operate/secret-key.ts'
import { VERSION } from '../../server/src/operate/version.ts'
import { withDatabase } from './database.ts'
import { print, wrapped } from './output.ts'

/** Lower than the server's: requests go first where both want the processor. */
const PRIORITY = 10

interface Options {
  quick?: boolean
  backups?: string
  json?: boolean
}

/** `quoin doctor`: exits 1 when a check has failed. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check the machine, the settings and the database, while the server runs')
    .option('--quick', 'leave out what reads every row: the audit log and the kept figures')
    .option(
      '--backups <folder>',
      'check that the newest file in this folder is at most 26 hours old, instead of the backups in QUOIN_BACKUP_TO',
    )
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped(
        '\nIt changes nothing. Exits 1 when a check has failed; warnings are for you to weigh.\n\nExample:\n  quoin doctor --backups /backups',
      ),
    )
    .action(async (options: Options) => {
      setPriority(PRIORITY)
      const findings = await findAll(options)
      const has_failed = findings.some(({ status }) => status === 'failed')
      print(options.json, { is_ok: !has_failed, checks: findings }, linesOf(findings))
      if (has_failed) process.exitCode = 1
    })
}

async function findAll(options: Options): Promise<Finding[]> {
  const findings = [ok('quoin', VERSION), checkRuntime(process.versions.node)]
  let config: Config
  try {
    config = readConfig()
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error
    return [...findings, failed('settings', `${error.message}.`, 'A server does not start with it.')]
  }
  const { data_dir, database_url, secret_key, mail } = config
  findings.push(...checkSettings({ ...config, has_mail: mail !== undefined }, unknownVariables()))
  let inspection: Inspection | undefined
  try {
    inspection = await inspectDatabase(config)
  } catch (error) {
    findings.push(
      failed(
        'database',
        `It can't be read: ${(error as Error).message || (error as NodeJS.ErrnoException).code}.`,
        hintFor(config),
      ),
    )
  }
  const is_file = database_url === undefined
  if (is_file || secret_key === undefined) findings.push(...checkFiles(data_dir))
  findings.push(checkDisk(data_dir, is_file ? inspection?.bytes : undefined))
  if (config.backup && options.backups === undefined) findings.push(await checkBackupStore(config.backup, Date.now()))
  else if (is_file || options.backups !== undefined) findings.push(checkBackups(options.backups, Date.now()))
  const shipping = config.backup && (await checkLogShipping(config.backup, Date.now()))
  if (shipping) findings.push(shipping)
  if (!inspection) return findings
  findings.push(...checkEngine(inspection), ...checkReplicas(await inspectReadReplicas({ ...config, ...config.postgres })))
  if (inspection.pending.length > 0) return [...findings, skipped('content', 'It is checked once all migrations were applied')]
  const vault = findVault(data_dir, secret_key)
  const parts = { vault, now_ms: Date.now(), has_mail: mail !== undefined, is_quick: options.quick === true }
  return [...findings, ...(await withDatabase((database) => checkContent(database, parts)))]
}

function hintFor({ database_url }: Config): string {
  return database_url === undefined
    ? 'Run this as the user of the server, with its QUOIN_DATA_DIR.'
    : 'Check that PostgreSQL runs, and QUOIN_DATABASE_URL.'
}

function linesOf(findings: readonly Finding[]): string[] {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const lines = findings.flatMap(({ check, status, message, advice }) => [
    `${status.padEnd('skipped'.length)}  ${check.padEnd(width)}  ${message}`,
    ...(advice === undefined ? [] : [`${' '.repeat('skipped'.length + width + 4)}${advice}`]),
  ])
  const count = (status: Finding['status']) => findings.filter((finding) => finding.status === status).length
  const [broken, warnings] = [count('failed'), count('warning')]
  const end =
    broken + warnings === 0 ? 'All is well' : `${broken} failed, ${warnings === 1 ? '1 warning' : `${warnings} warnings`}`
  return [...lines, '', end]
}
