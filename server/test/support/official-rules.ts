// The official rules for electronic invoices, where they are: the folder that QUOIN_E_INVOICE_RULES names, with check.mjs and rules/.
// They run on saxon-js, which is no dependency: its licence allows use, not change. It is installed beside the tests at their first use.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = process.env['QUOIN_E_INVOICE_RULES']
const SAXON = 'saxon-js@2.7.0'
const SAXON_FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/quoin-official-rules')

/** A rule that a file breaks, as the official artefacts say it. */
export interface BrokenRule {
  file: string
  /** `BR-CO-13` */
  id: string
  severity: string
  location: string
  message: string
}

/** Why the official rules can't be run, or false. For `skip` of a test. */
export const noOfficialRules: string | false = whyNot()

/** Every rule that one of the XML files breaks, warnings too. With `rules`, those of Peppol or XRechnung as well. */
export function brokenRules(files: readonly string[], rules?: 'peppol' | 'xrechnung'): BrokenRule[] {
  const options = ['--json', ...(rules ? [`--${rules}`] : [])]
  const { stdout, stderr } = spawnSync(process.execPath, [join(FOLDER!, 'check.mjs'), ...options, ...files], {
    cwd: SAXON_FOLDER,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
  if (!stdout.startsWith('[')) throw new Error(`check.mjs failed: ${stderr}`)
  return JSON.parse(stdout) as BrokenRule[]
}

function whyNot(): string | false {
  if (!FOLDER) return 'QUOIN_E_INVOICE_RULES does not name a folder with the official rules'
  if (!existsSync(join(FOLDER, 'check.mjs'))) return `QUOIN_E_INVOICE_RULES: ${FOLDER} has no check.mjs`
  if (existsSync(join(SAXON_FOLDER, 'node_modules/saxon-js'))) return false
  mkdirSync(SAXON_FOLDER, { recursive: true })
  const npm = spawnSync('npm', ['install', '--prefix', SAXON_FOLDER, '--ignore-scripts', '--no-save', SAXON], {
    cwd: SAXON_FOLDER,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  return npm.status === 0 ? false : `${SAXON} could not be installed: ${npm.stderr.slice(0, 200)}`
}
