import { useEffect, useRef, useState } from 'react'
import type { Pdf } from './pdf.ts'

/** Pixels of a page's width: enough for print, and few enough for the memory of a phone. */
const LEAST_PX = 1_240
const MOST_PX = 2_000
/** Pages that are drawn before they are scrolled to. */
const AHEAD = '600px'

/**
 * The pages of a PDF, one below the other, as wide as there is room. While other bytes load, or can't be drawn, those of before stay.
 * `label` names it. Calls `onFault` where the bytes can't be drawn.
 */
export function PdfPages({ bytes, label, onFault }: { bytes: Uint8Array; label: string; onFault?: () => void }) {
  const [pdf, setPdf] = useState<Pdf>()
  const fault = useRef(onFault)
  fault.current = onFault
  useEffect(() => {
    let is_wanted = true
    import('./pdf.ts')
      .then(({ openPdf }) => openPdf(bytes))
      .then(
        (opened) => (is_wanted ? setPdf(opened) : opened.close()),
        () => is_wanted && fault.current?.(),
      )
    return () => {
      is_wanted = false
    }
  }, [bytes])
  useEffect(() => () => pdf?.close(), [pdf])
  return (
    <section aria-label={label} aria-busy={!pdf || undefined} className="paper space-y-4">
      {pdf ? (
        Array.from({ length: pdf.count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page has no other name than its number
          <PdfPage key={index} pdf={pdf} number={index + 1} />
        ))
      ) : (
        <div className="paper-page skeleton" style={{ aspectRatio: '210 / 297' }} />
      )}
    </section>
  )
}

function PdfPage({ pdf, number }: { pdf: Pdf; number: number }) {
  const place = useRef<HTMLDivElement>(null)
  const [is_near, setNear] = useState(number === 1)
  const { width, height } = pdf.size
  useEffect(() => {
    const element = place.current
    if (is_near || !element) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setNear(true), {
      rootMargin: AHEAD,
    })
    observer.observe(element)
    // All of them are printed, also those that nobody has scrolled to.
    const onPrint = () => setNear(true)
    addEventListener('beforeprint', onPrint)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', onPrint)
    }
  }, [is_near])
  useEffect(() => {
    const element = place.current
    if (!is_near || !element) return
    let is_wanted = true
    const wide = Math.round(element.clientWidth * devicePixelRatio)
    pdf.draw(number, Math.min(MOST_PX, Math.max(LEAST_PX, wide))).then(
      ({ canvas, text }) => {
        if (!is_wanted) return
        canvas.className = 'block h-auto w-full'
        text.className = 'paper-text'
        element.replaceChildren(canvas, text)
        element.setAttribute('data-drawn', '')
      },
      // The document was closed meanwhile: another one is on its way.
      () => {},
    )
    return () => {
      is_wanted = false
    }
  }, [pdf, number, is_near])
  // The text is placed in points of the page, and follows its width.
  useEffect(() => {
    const element = place.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      element.style.setProperty('--total-scale-factor', String(element.clientWidth / width)),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [width])
  return <div ref={place} className="paper-page" style={{ aspectRatio: `${width} / ${height}` }} />
}
