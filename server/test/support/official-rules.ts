// The official rules for electronic invoices, where they are: the folder that QUOIN_E_INVOICE_RULES names, with rules/ compiled for saxon-js.
// saxon-js is not a dependency: its licence allows use, not change. The first test that needs it installs it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { allRules, type RuleSet, type Verdict } from '../../src/billing/e-invoices/check.ts'

const FOLDER = process.env['QUOIN_E_INVOICE_RULES']
const SAXON = 'saxon-js@2.7.0'
const SAXON_FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/quoin-official-rules')
const INSTALL_MS = 60_000

/** A rule that a file breaks, as the official artefacts say it. */
export interface BrokenRule {
  /** `BR-CO-13` */
  id: string
  severity: 'fatal' | 'warning' | 'information'
  message: string
}

/** Why the official rules can't be run, or false. For `skip` of a test. */
export const noOfficialRules: string | false = whyNot()

/**
 * Every rule that an XML file breaks, warnings too: of EN 16931, and of `set`. Undefined where the official rules end with an error, as for an
 * amount that is not a number.
 */
export function officialVerdict(xml: string, set?: RuleSet): BrokenRule[] | undefined {
  const syntax = xml.slice(0, 4_000).includes('CrossIndustryInvoice') ? 'CII' : 'UBL'
  const names = [`EN16931-${syntax}`]
  if (set === 'peppol') names.push('PEPPOL-UBL')
  if (set === 'xrechnung') names.push(`XRechnung-${syntax}`)
  try {
    return names.flatMap((name) => brokenIn(saxon().transform(optionsFor(name, xml)).principalResult))
  } catch {
    return undefined
  }
}

/**
 * Rules that saxon-js can't judge: it holds an xs:integer as a float, and calculates the 24 digits of an IBAN modulo 97 wrongly. Both are
 * warnings.
 */
const UNJUDGED: ReadonlySet<string> = new Set(['BR-DE-19', 'DE-R-019'])

/** What our verdict on a file says else than the official rules: whether it is valid, or which rules it breaks. Undefined when they agree. */
export function differenceToOfficial(xml: string, set: RuleSet | undefined, verdict: Verdict): string | undefined {
  const theirs = officialVerdict(xml, set)
  if (theirs === undefined) return verdict.valid ? 'only the official rules end with an error' : undefined
  const known = new Set([...allRules.core, ...(set ? allRules[set] : [])].map(({ code }) => code))
  const compared = (codes: string[]) =>
    [...new Set(codes)]
      .filter((code) => known.has(code) && !UNJUDGED.has(code))
      .sort()
      .join(' ')
  const ours = compared(verdict.problems.map(({ code }) => code))
  const official = compared(theirs.map(({ id }) => id))
  const fatal = theirs.filter(({ severity }) => severity === 'fatal').map(({ id }) => id)
  if (verdict.valid === (fatal.length === 0) && ours === official) return undefined
  return `ours ${verdict.valid} ${ours}, theirs ${fatal.length === 0} ${official} (fatal ${fatal.join(' ')})`
}

interface Saxon {
  transform(options: object): { principalResult: string }
}
let loaded: Saxon | undefined
function saxon(): Saxon {
  loaded ??= createRequire(join(SAXON_FOLDER, 'x.js'))('saxon-js') as Saxon
  return loaded
}

const sheets = new Map<string, unknown>()
function optionsFor(name: string, xml: string) {
  let sheet = sheets.get(name)
  if (sheet === undefined) {
    sheet = JSON.parse(gunzipSync(readFileSync(join(FOLDER!, 'rules', `${name}.sef.json.gz`))).toString())
    sheets.set(name, sheet)
  }
  return { stylesheetInternal: sheet, sourceText: xml, destination: 'serialized' }
}

function brokenIn(report: string): BrokenRule[] {
  const found: BrokenRule[] = []
  for (const [, , attributes = '', content = ''] of report.matchAll(BROKEN)) {
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
    const severity = attribute('flag') || attribute('role')
    const message = (/<svrl:text[^>]*>([\s\S]*?)<\/svrl:text>/.exec(content)?.[1] ?? '').replace(/<[^>]+>/g, '').trim()
    found.push({
      id: attribute('id'),
      severity: severity === 'warning' || severity === 'information' ? severity : 'fatal',
      message,
    })
  }
  return found
}
const BROKEN = /<svrl:(failed-assert|successful-report)\b([^>]*)>([\s\S]*?)<\/svrl:\1>/g

function whyNot(): string | false {
  if (!FOLDER) return 'QUOIN_E_INVOICE_RULES does not name a folder with the official rules'
  if (!existsSync(join(FOLDER, 'rules'))) return `QUOIN_E_INVOICE_RULES: ${FOLDER} has no rules`
  if (existsSync(join(SAXON_FOLDER, 'node_modules/saxon-js'))) return false
  // Beside its place first: several processes may do this at once, and one may be ended in the middle.
  const own = `${SAXON_FOLDER}-${process.pid}`
  mkdirSync(own, { recursive: true })
  const npm = spawnSync('npm', ['install', '--prefix', own, '--ignore-scripts', '--no-save', SAXON], {
    cwd: own,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: INSTALL_MS,
  })
  if (npm.status === 0 && !existsSync(SAXON_FOLDER)) renameSync(own, SAXON_FOLDER)
  else rmSync(own, { recursive: true, force: true })
  return npm.status === 0 ? false : `${SAXON} could not be installed: ${String(npm.stderr).slice(0, 200)}`
}
