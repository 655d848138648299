// Jobs as members see them: those of a company, and in the first organization those of the installation.
import { isFirstOrganization } from '../../access/organizations/repository.ts'
import type { Context } from '../../http/context.ts'
import { retryJob } from '../../jobs/queue.ts'
import { listJobs } from '../../jobs/repository.ts'
import { ApiError, conflict, notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { type Job, presentJob } from './schema.ts'

export interface ListJobs {
  of: 'company' | 'installation'
  state?: Job['state']
  kind?: string
  starting_after?: string
  limit: number
}

/** The jobs of the company, or of the installation, newest first. Throws 403 for the latter in any organization but the first. */
export function listJobsOf(context: Context, { of, state, kind, starting_after, limit }: ListJobs) {
  return context.read(async (tx) => {
    const sees_installation = await isFirstOrganization(tx, context.organization_id)
    if (of === 'installation' && !sees_installation) {
      const error = 'Only the first organization sees the jobs of the installation: ask with of=company'
      throw new ApiError(403, [{ error, code: 'first_organization_required' }])
    }
    const company_id = of === 'company' ? context.company_id : null
    const jobs = await listJobs(tx, { company_id, state, kind, before: starting_after, limit: limit + 1 })
    const has_more = jobs.length > limit
    const page = jobs.slice(0, limit).map(presentJob)
    return { jobs: page, sees_installation, pagination: { limit, has_more, next_cursor: has_more ? page.at(-1)!.id : null } }
  })
}

/** Makes a job due at once. Throws 404, and 409 for one that runs, is done, or whose key another one has by now. */
export function retryJobOf(context: Context, id: string): Promise<Job> {
  return context.transaction(async (tx) => {
    if (!isId('job', id)) throw notFound()
    let retried = await retryJob(tx, context.company_id, id, context.real_ms)
    if ('refused' in retried && retried.refused === 'not_found' && (await isFirstOrganization(tx, context.organization_id))) {
      retried = await retryJob(tx, null, id, context.real_ms)
    }
    if ('job' in retried) return presentJob(retried.job)
    if (retried.refused === 'not_found') throw notFound()
    throw conflict(`job_${retried.refused}`, WHY_NOT[retried.refused])
  })
}

/** Why a job is not retried. */
export const WHY_NOT = {
  running: 'The job is running: only one that is pending or failed can be retried',
  done: 'The job is done: only one that is pending or failed can be retried',
  replaced: 'Another job does the same: that one can be retried',
} as const
