// Reads PDFs with the tools that people have: pdftotext, pdftoppm and qpdf.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPdfTool, type PdfTool } from '../../../scripts/pdf-tools.ts'

/** What keeps tests of PDFs from running; undefined when nothing does. */
export const noPdfTools = (['pdftotext', 'pdftoppm', 'pdfinfo', 'qpdf'] as const).every((name) => findPdfTool(name))
  ? undefined
  : 'needs poppler-utils and qpdf'

function run(name: PdfTool, args: string[], pdf: Uint8Array): { stdout: string; stderr: string; status: number | null } {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-pdf-'))
  try {
    const file = join(folder, 'file.pdf')
    writeFileSync(file, pdf)
    const filled = args.map((arg) => arg.replace('FILE', file).replace('FOLDER', folder))
    const { stdout, stderr, status } = spawnSync(findPdfTool(name)!, filled, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    return { stdout, stderr, status }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The text as it is copied, in the order in which it was written; by default of all pages. */
export function pdfText(pdf: Uint8Array, options: string[] = ['-raw']): string {
  return run('pdftotext', [...options, 'FILE', '-'], pdf).stdout
}

/** What qpdf finds wrong with the structure; empty when nothing. */
export function pdfFaults(pdf: Uint8Array): string {
  const { stdout, stderr, status } = run('qpdf', ['--check', 'FILE'], pdf)
  return status === 0 ? '' : `${stdout}${stderr}`
}

/** A line of `pdfinfo`: its value by its name. */
export function pdfInfo(pdf: Uint8Array): Record<string, string> {
  const { stdout } = run('pdfinfo', ['FILE'], pdf)
  return Object.fromEntries(stdout.split('\n').map((line) => [line.split(':')[0]!, line.slice(line.indexOf(':') + 1).trim()]))
}

/** The names and contents of the files inside. */
export function pdfAttachments(pdf: Uint8Array): string {
  return run('qpdf', ['--list-attachments', 'FILE'], pdf).stdout
}

export interface Word {
  text: string
  page: number
  /** Millimetres from the left and the top edge. */
  left: number
  top: number
  right: number
  bottom: number
}

/** Every word and where it is. */
export function pdfWords(pdf: Uint8Array): Word[] {
  const mm = (points: string) => (Number(points) / 72) * 25.4
  let page = 0
  const words: Word[] = []
  for (const tag of pdfText(pdf, ['-bbox']).matchAll(
    /<page |<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)</g,
  )) {
    const [, left, top, right, bottom, text] = tag
    if (text === undefined) page++
    else words.push({ text, page, left: mm(left!), top: mm(top!), right: mm(right!), bottom: mm(bottom!) })
  }
  return words
}

/** One page as a picture: grey values, a byte for each dot. */
export function pdfPicture(
  pdf: Uint8Array,
  page: number,
  dots_per_inch: number,
): { width: number; height: number; dots: Uint8Array } {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-pdf-'))
  try {
    const file = join(folder, 'file.pdf')
    writeFileSync(file, pdf)
    const args = [
      '-gray',
      '-r',
      String(dots_per_inch),
      '-f',
      String(page),
      '-l',
      String(page),
      '-singlefile',
      file,
      join(folder, 'page'),
    ]
    spawnSync(findPdfTool('pdftoppm')!, args)
    const bytes = readFileSync(join(folder, 'page.pgm'))
    const [head, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 40).toString('latin1')) as unknown as [
      string,
      string,
      string,
    ]
    return { width: Number(width), height: Number(height), dots: bytes.subarray(head.length) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
