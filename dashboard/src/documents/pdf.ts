// PDF.js, the one renderer of PDFs that works in every browser and on phones. A bundle of its own: it is loaded when a paper is shown.

import { getDocument, type PDFDocumentProxy, type PDFPageProxy, PDFWorker, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import Worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker'

/** The pages of a PDF. */
export interface Pdf {
  count: number
  /** Width and height of the first page, in points. */
  size: { width: number; height: number }
  /** Draws a page, `width_px` wide in device pixels, with its text above it, which can be selected, searched and read out. */
  draw(number: number, width_px: number): Promise<{ canvas: HTMLCanvasElement; text: HTMLElement }>
  /** Ends all that is under way. */
  close(): void
}

/** One for all papers of the page. */
let worker: PDFWorker | undefined

/** Opens a PDF. Throws for bytes that are none. */
export async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  worker ??= PDFWorker.create({ port: new Worker() })
  // A copy: the bytes are given to the worker, and what asked for them keeps its own. Nothing is compiled: the policy of the pages forbids it.
  const task = getDocument({ data: bytes.slice(), worker, useWasm: false, enableXfa: false, stopAtErrors: false, verbosity: 0 })
  const pdf: PDFDocumentProxy = await task.promise
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
  return {
    count: pdf.numPages,
    size: { width, height },
    draw: async (number, width_px) => drawPage(await pdf.getPage(number), width_px),
    close: () => void task.destroy().catch(() => {}),
  }
}

async function drawPage(page: PDFPageProxy, width_px: number): Promise<{ canvas: HTMLCanvasElement; text: HTMLElement }> {
  const points = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: width_px / points.width })
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(viewport.width)
  canvas.height = Math.round(viewport.height)
  canvas.setAttribute('aria-hidden', 'true')
  const text = document.createElement('div')
  const layer = new TextLayer({ textContentSource: await page.getTextContent(), container: text, viewport: points })
  await Promise.all([page.render({ canvas, viewport }).promise, layer.render()])
  return { canvas, text }
}
