// From a paper to the bytes of its PDF, in this thread: Typst, the templates and the typefaces. Runs in the press's own process (press.ts).
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { EXTENSION_OF } from '../../access/companies/logo.ts'
import { accessibleFile } from './conformance.ts'
import { loadFonts } from './fonts.ts'
import type { Paper } from './paper.ts'
import { printablePaper, textOf } from './printable.ts'

const TEMPLATES = import.meta.dirname + '/templates'
/** PDF/A-3 with tags: kept for years, read aloud, and may have files inside. */
const STANDARD = 'a-3a'
/** What the compiler remembers is forgotten after this many documents that did not use it. */
const CACHE_AGE = 10

export interface Typeset {
  pdf: Buffer
  /** Characters that no typeface has, printed as boxes: `U+13080`. */
  missing: string[]
  /** What could not be printed as it should: a logo that is no picture. One sentence each. */
  faults: string[]
}

export interface Typesetter {
  /** The PDF of a paper; the same paper gives the same bytes. Throws an Error with the compiler's words when there is no way to print it. */
  typeset(paper: Paper): Typeset
}

/** Makes a typesetter; `fonts_folder` has typefaces (TTF, OTF) besides those that come with the packages. */
export function createTypesetter(fonts_folder?: string): Typesetter {
  const fonts = loadFonts(fonts_folder)
  const compilers = new Map<boolean, NodeCompiler>()
  const compilerFor = (with_east_asian: boolean) => {
    const known = compilers.get(with_east_asian)
    if (known) return known
    const made = NodeCompiler.create({ workspace: TEMPLATES, fontArgs: [{ fontBlobs: fonts.files(with_east_asian) }] })
    compilers.set(with_east_asian, made)
    return made
  }

  return {
    typeset(given) {
      const set = fonts.setFor({ language: given.language, region: given.region, text: textOf(given) })
      const { paper, missing } = printablePaper(given, set)
      const compiler = compilerFor(set.with_east_asian)
      const families = set.families(paper.template)
      const faults: string[] = []
      // A document without its logo, or one that is no archive file, is better than none.
      const ways = [
        { paper, standard: STANDARD },
        ...(paper.logo ? [{ paper: { ...paper, logo: null }, standard: STANDARD }] : []),
        { paper: { ...paper, logo: null }, standard: '1.7' },
      ]
      try {
        for (const [index, way] of ways.entries()) {
          try {
            const pdf = compile(compiler, way.paper, families, way.standard)
            return { pdf: way.standard === STANDARD ? accessibleFile(pdf) : pdf, missing, faults }
          } catch (error) {
            faults.push(diagnosticsOf(error))
            if (index === ways.length - 1) throw new Error(`The document can't be typeset: ${faults[0]}`)
          }
        }
        throw new Error('unreachable')
      } finally {
        compiler.evictCache(CACHE_AGE)
      }
    },
  }
}

function compile(compiler: NodeCompiler, paper: Paper, families: string[], standard: string): Buffer {
  const { logo, attachment } = paper
  const logo_path = logo && `/logo.${EXTENSION_OF[logo.media_type]}`
  if (logo && logo_path) compiler.mapShadow(TEMPLATES + logo_path, Buffer.from(logo.bytes))
  if (attachment) compiler.mapShadow(`${TEMPLATES}/attachment`, Buffer.from(attachment.bytes))
  try {
    const data = {
      ...paper,
      families,
      logo: logo && { path: logo_path },
      attachment: attachment && { ...attachment, bytes: undefined },
    }
    return compiler.pdf(
      {
        mainFilePath: `${TEMPLATES}/${paper.statement ? 'statement' : paper.template}.typ`,
        inputs: { paper: JSON.stringify(data) },
      },
      { pdfStandard: standard },
    )
  } finally {
    compiler.resetShadow()
  }
}

/** The compiler's errors have their words in `code`. */
function diagnosticsOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown }
  const words = [...String(code ?? message).matchAll(/message: "((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text)
  return words.length > 0 ? words.slice(0, 3).join('; ') : String(code ?? message).slice(0, 300)
}
