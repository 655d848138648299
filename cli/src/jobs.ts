import { type Command, Option } from 'commander'
import { retryAnyJob, retryFailedJobs } from '../../server/src/jobs/queue.ts'
import { listJobs } from '../../server/src/jobs/repository.ts'
import type { JobId } from '../../server/src/kernel/ids.ts'
import { JOB_STATES, type Job, presentJob } from '../../server/src/operate/jobs/schema.ts'
import { WHY_NOT } from '../../server/src/operate/jobs/service.ts'
import { withDatabase } from './database.ts'
import { CliError, print, table, wrapped } from './output.ts'

const MOST_LISTED = 100
const LONGEST_ERROR = 60

/** `quoin jobs list` and `retry`. */
export function addJobCommands(program: Command): void {
  const jobs = program.command('jobs').description('work that no request waits for')
  jobs
    .command('list')
    .description('the newest jobs, at most 100, of all companies and of the installation')
    .addOption(new Option('--state <state>', 'only those in this state').choices(JOB_STATES))
    .option('--kind <kind>', 'only those of this kind')
    .option('--json', 'print one JSON value')
    .addHelpText('after', wrapped('\nExample:\n  quoin jobs list --state failed'))
    .action(async (options: { state?: Job['state']; kind?: string; json?: boolean }) => {
      const { state, kind } = options
      const rows = await withDatabase((database) => database.readOne((tx) => listJobs(tx, { state, kind, limit: MOST_LISTED })))
      const listed = rows.map(presentJob)
      print(options.json, listed, listed.length > 0 ? tableOf(listed) : ['There are no such jobs'])
    })
  jobs
    .command('retry')
    .description('make jobs due at once that have failed, or one that waits, with all of their attempts')
    .argument('[id]', 'the job, job_…')
    .option('--kind <kind>', 'all of this kind that have failed')
    .option('--all-failed', 'all that have failed')
    .option('--json', 'print one JSON value')
    .addHelpText('after', wrapped('\nExamples:\n  quoin jobs retry job_…\n  quoin jobs retry --all-failed'))
    .action(async (id: JobId | undefined, options: { kind?: string; allFailed?: boolean; json?: boolean }) => {
      const { kind, allFailed } = options
      if ([id, kind, allFailed].filter(Boolean).length !== 1) {
        throw new CliError('Say what to retry: the id of a job, --kind KIND or --all-failed')
      }
      const retried = await withDatabase((database) =>
        id === undefined ? retryFailedJobs(database, kind, Date.now()) : retryOne(database, id),
      )
      print(options.json, { retried }, [retried === 1 ? '1 job is due now' : `${retried} jobs are due now`])
    })
}

async function retryOne(database: Parameters<typeof retryAnyJob>[0], id: JobId): Promise<number> {
  const retried = await retryAnyJob(database, id, Date.now())
  if ('job' in retried) return 1
  throw new CliError(retried.refused === 'not_found' ? `There is no job ${id}` : WHY_NOT[retried.refused])
}

function tableOf(jobs: readonly Job[]): string[] {
  const head = ['ID', 'KIND', 'STATE', 'ATTEMPTS', 'DUE', 'COMPANY', 'LAST ERROR']
  const rows = jobs.map(({ id, kind, state, attempts, due_at, company_id, last_error }) => [
    id,
    kind,
    state,
    String(attempts),
    due_at ?? '',
    company_id ?? '',
    (last_error ?? '').slice(0, LONGEST_ERROR).toWellFormed(),
  ])
  return table(head, rows)
}
