// A paper that follows a form: the PDF of what is typed, made by the service, which stores nothing.

import { useQuery } from '@tanstack/react-query'
import { Maximize2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { currentCompany, readPdf } from '../app/api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PdfPages } from './pdf-pages.tsx'

/** A pause in typing. */
const AFTER_MS = 400

/**
 * The paper that `path` makes of `body`, a moment after the last change; nothing for an undefined `body`, for which `missing` says why. The
 * newest answer is shown, and until then the one before. A fault is said in a line: the form itself names its fields.
 */
export function LivePaper({
  path,
  body,
  label,
  missing,
}: {
  path: string
  body: object | undefined
  label: string
  missing: string
}) {
  const json = useLater(body === undefined ? '' : JSON.stringify(body))
  const [broken, setBroken] = useState<Uint8Array>()
  const paper = useQuery({
    queryKey: [currentCompany(), path, json],
    queryFn: ({ signal }) => readPdf(path, { body: JSON.parse(json) as object, signal }),
    enabled: json !== '',
    staleTime: Number.POSITIVE_INFINITY,
    // Each letter makes another one: none of them is kept.
    gcTime: 0,
  })
  // What was shown last stays, also while the newest can't be made.
  const last = useRef<Uint8Array>(undefined)
  if (paper.data && broken !== paper.data) last.current = paper.data
  const shown = last.current
  const has_fault = json !== '' && (paper.isError || (paper.data !== undefined && broken === paper.data))
  const [is_large, setLarge] = useState(false)
  return (
    <div>
      {shown ? (
        <PdfPages bytes={shown} label={label} onFault={() => setBroken(shown)} />
      ) : (
        <div
          className="grid place-items-center rounded-[4px] border border-line border-dashed p-6"
          style={{ aspectRatio: '210 / 297' }}
        >
          <p className="text-center text-[13px] text-soft">
            {json === '' ? missing : has_fault ? 'The preview can’t be shown just now.' : 'The preview is on its way.'}
          </p>
        </div>
      )}
      {/* Its space is always there: the paper stays where it is. */}
      <div className="mt-1 flex min-h-9 items-center justify-between gap-3">
        <p role="status" className="text-[13px] text-soft">
          {shown && (json === '' ? missing : has_fault && 'The preview is of before: the newest can’t be shown.')}
        </p>
        {shown && (
          <Button look="quiet" aria-label="Enlarge the preview" onClick={() => setLarge(true)}>
            <Maximize2 size={14} aria-hidden />
            Enlarge
          </Button>
        )}
      </div>
      {is_large &&
        shown &&
        // Outside of the form that it belongs to.
        createPortal(
          <Dialog kind="wide" title={label} onClose={() => setLarge(false)}>
            <PdfPages bytes={shown} label={`${label}, large`} />
          </Dialog>,
          document.body,
        )}
    </div>
  )
}

function useLater(text: string): string {
  const [later, setLater] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  return later
}
