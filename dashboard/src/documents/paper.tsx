import { useQuery } from '@tanstack/react-query'
import { Download, ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { currentCompany, pdfAddress, readPdf } from '../app/api.ts'
import { usePageSearch } from '../app/search.ts'
import { buttonClass } from '../ui/button.tsx'
import { Segments } from '../ui/segments.tsx'
import { type AnyDocument, KINDS, kindAndNumber } from './kinds.ts'
import { Lines } from './lines.tsx'
import { PdfPages } from './pdf-pages.tsx'

/**
 * A document as it is printed: its PDF itself. With `view=lines` in the address, and where the PDF can't be had, its lines and figures as a
 * table, which is easier to read on a phone and for screen readers. `downloads` is joined to the button that downloads the PDF.
 */
export function Paper({ document, number, downloads }: { document: AnyDocument; number: string; downloads?: ReactNode }) {
  const [search, change] = usePageSearch()
  const path = `/v1/${KINDS[kindAndNumber(document).kind].path}/${document.id}/pdf`
  const wants_lines = search.view === 'lines'
  const [is_broken, setBroken] = useState(false)
  const pdf = useQuery({
    queryKey: [currentCompany(), path, document.updated_at],
    queryFn: ({ signal }) => readPdf(path, { signal }),
    enabled: !wants_lines,
    // An issued document changes with its version alone; a draft follows customer and company, too.
    staleTime: document.status === 'draft' ? 0 : Number.POSITIVE_INFINITY,
    // Never that of another document.
    placeholderData: (before, query) => (query?.queryKey[1] === path ? before : undefined),
  })
  const has_no_pdf = is_broken || (pdf.isError && !pdf.data)
  const shows_lines = wants_lines || has_no_pdf
  return (
    <div className="space-y-3">
      <div data-print="none" className="flex flex-wrap items-center gap-2">
        <Segments
          label="How it is shown"
          value={shows_lines ? 'lines' : 'paper'}
          choices={[
            ['paper', 'Paper'],
            ['lines', 'Lines'],
          ]}
          onChange={(value) => change({ view: value === 'lines' ? 'lines' : undefined })}
        />
        <a href={pdfAddress(path)} target="_blank" rel="noreferrer" className={`${buttonClass('quiet')} ml-auto`}>
          <ExternalLink size={15} aria-hidden />
          <span className={downloads ? 'max-sm:sr-only' : ''}>
            Open<span className="max-sm:sr-only"> and print</span>
          </span>
        </a>
        <span className="flex [&>:not(:first-child)]:rounded-l-none [&>:not(:first-child)]:border-l-0 [&>:not(:last-child)]:rounded-r-none">
          <a href={pdfAddress(path)} download={`${number}.pdf`} className={buttonClass('plain')}>
            <Download size={15} aria-hidden className={downloads ? 'max-sm:hidden' : ''} />
            <span>
              Download<span className="max-sm:sr-only"> PDF</span>
            </span>
          </a>
          {downloads}
        </span>
      </div>
      {has_no_pdf && !wants_lines && (
        <p role="status" className="text-[13px] text-soft">
          The paper can’t be shown just now: here are its lines.
        </p>
      )}
      {shows_lines ? (
        <Lines document={document} />
      ) : pdf.data ? (
        <PdfPages bytes={pdf.data} label={`${number} as it is printed`} onFault={() => setBroken(true)} />
      ) : (
        <div aria-busy="true" className="paper-page skeleton" style={{ aspectRatio: '210 / 297' }} />
      )}
    </div>
  )
}
