// The programs that read PDFs in tests: Debian's poppler-utils (pdftotext, pdftoppm, pdfinfo) and qpdf.
import { existsSync } from 'node:fs'
import { installPackages } from './debian.ts'

const FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
const PACKAGE_OF = { pdftotext: 'poppler-utils', pdftoppm: 'poppler-utils', pdfinfo: 'poppler-utils', qpdf: 'qpdf' }
export type PdfTool = keyof typeof PACKAGE_OF

/** Where a program is installed; undefined when it is not. */
export function findPdfTool(name: PdfTool): string | undefined {
  return FOLDERS.map((folder) => `${folder}/${name}`).find((path) => existsSync(path))
}

/** Installs them when one is missing, the user is root and the system has apt-get; else says what to install. Tests skip without them. */
export function ensurePdfTools(): void {
  const missing = () => [
    ...new Set((Object.keys(PACKAGE_OF) as PdfTool[]).filter((name) => !findPdfTool(name)).map((name) => PACKAGE_OF[name])),
  ]
  if (missing().length > 0) installPackages(missing(), 'the tests of printed documents')
  if (missing().length > 0) console.error(`some tests of printed documents are left out: they need ${missing().join(', ')}`)
}
