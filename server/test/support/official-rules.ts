// The official rules for electronic invoices, where they are: the folder that QUOIN_E_INVOICE_RULES names, with check.mjs and rules/.
// They run on saxon-js, which is no dependency: its licence allows use, not change. It is installed beside the tests at their first use.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

/**
 * The codes of the rules that each file breaks, warnings too; undefined where the official rules end with an error, as for an amount that is no
 * number. Files of the same rules are checked together, and one by one only where that fails.
 */
export function officialCodes(
  files: readonly { xml: string; set?: 'peppol' | 'xrechnung' | undefined }[],
): (string[] | undefined)[] {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-official-'))
  try {
    const paths = files.map(({ xml }, index) => {
      const path = join(folder, `${String(index).padStart(5, '0')}.xml`)
      writeFileSync(path, xml)
      return path
    })
    const found: (string[] | undefined)[] = files.map(() => undefined)
    const check = (indexes: readonly number[], set: 'peppol' | 'xrechnung' | undefined): void => {
      try {
        const broken = brokenRules(
          indexes.map((index) => paths[index]!),
          set,
        )
        for (const index of indexes) {
          const ids = broken.filter(({ file }) => file === paths[index]).map(({ id }) => id)
          found[index] = [...new Set(ids)]
        }
      } catch {
        if (indexes.length === 1) return
        const half = Math.ceil(indexes.length / 2)
        check(indexes.slice(0, half), set)
        check(indexes.slice(half), set)
      }
    }
    for (const set of [undefined, 'peppol', 'xrechnung'] as const) {
      const indexes = [...files.keys()].filter((index) => files[index]!.set === set)
      for (let from = 0; from < indexes.length; from += FILES_AT_ONCE) check(indexes.slice(from, from + FILES_AT_ONCE), set)
    }
    return found
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const FILES_AT_ONCE = 50

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
