// Sandboxes: companies for trying things out, with a clock that the API moves.
import type { Context } from '../../http/context.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { enqueue } from '../../jobs/queue.ts'
import { timestamp } from '../../kernel/clock.ts'
import { foldEmail, isMailAddress, readEmail } from '../../kernel/email.ts'
import { conflict, type Fault, invalidAll } from '../../kernel/errors.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import { quote } from '../../kernel/text.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { findCompanyRow, lockCompany, saveCompany } from '../companies/repository.ts'
import type { CompaniesTable } from '../companies/table.ts'
import { targetOf } from './sandbox.ts'
import { type AdvanceSandbox, presentSandbox, type Sandbox, type UpdateSandbox } from './schema.ts'

/** The clock of the company, and where its mails may go. Throws 409 `not_a_sandbox`. */
export function getSandbox(context: Context): Promise<Sandbox> {
  return context.read(async (tx) => presentSandbox(refuseReal(await findCompanyRow(tx, context.company_id)), context.real_ms))
}

/** Changes where its mails may go. Throws 400 for what is no address, and 409 `not_a_sandbox`. */
export function updateSandbox(context: Context, { mail_to }: UpdateSandbox): Promise<Sandbox> {
  return context.transaction(async (tx) => {
    const before = await lockSandbox(tx, context)
    if (mail_to === undefined) return presentSandbox(before, context.real_ms)
    const after = { ...before, sandbox_mail_to: JSON.stringify(readAddresses(mail_to)) }
    saveCompany(tx, after)
    return presentSandbox(after, context.real_ms)
  })
}

/**
 * Has the clock moved: `advancing_to` is set until it is there. Throws 400 as `targetOf` does, 409 `not_a_sandbox`, and `sandbox_advancing` while it is
 * being moved.
 */
export function advanceSandbox(context: Context, input: AdvanceSandbox, job: JobKind<null>): Promise<Sandbox> {
  return context.transaction(async (tx) => {
    const before = await lockSandbox(tx, context)
    if (before.sandbox_advances_to !== null) {
      throw conflict('sandbox_advancing', `The clock is being moved to ${before.sandbox_advances_to}: wait until it is there`)
    }
    const target_ms = targetOf(input, before, context.real_ms)
    const after = { ...before, sandbox_advances_to: timestamp(target_ms) }
    saveCompany(tx, after)
    await enqueue(tx, { kind: job, company_id: context.company_id, payload: null, unique_key: 'clock' }, context.real_ms)
    return presentSandbox(after, context.real_ms)
  })
}

/** Of these addresses, those that a company's mails may go to: all, unless it is a sandbox. Compared without regard to case. */
export async function allowedAddresses(tx: Tx, company_id: CompanyId, addresses: readonly string[]): Promise<string[]> {
  const company = await findCompanyRow(tx, company_id)
  if (company?.clock_ahead_ms == null) return [...addresses]
  const allowed = new Set((JSON.parse(company.sandbox_mail_to) as string[]).map(foldEmail))
  return addresses.filter((address) => allowed.has(foldEmail(address)))
}

async function lockSandbox(tx: WriteTx, { organization_id, company_id }: Context): Promise<CompaniesTable> {
  return refuseReal(await lockCompany(tx, organization_id, company_id))
}

function refuseReal(company: CompaniesTable | undefined): CompaniesTable {
  if (company?.clock_ahead_ms != null) return company
  throw conflict(
    'not_a_sandbox',
    'This company is not a sandbox, so its clock cannot be moved: make one with quoin companies create --sandbox',
  )
}

function readAddresses(given: readonly string[]): string[] {
  const faults: Fault[] = []
  for (const [index, address] of given.entries()) {
    if (isMailAddress(readEmail(address))) continue
    const param = `mail_to[${index}]`
    const error = `${param} must be an e-mail address like ada@example.com, not ${quote(address)}`
    faults.push({ error, code: 'parameter_invalid', param })
  }
  if (faults.length > 0) throw invalidAll(faults)
  return given.map((address) => address.trim())
}
