import { useMutation } from '@tanstack/react-query'
import { messageOf, readFile } from '../app/api.ts'
import { type BilledDocument, KINDS, kindAndNumber } from '../documents/kinds.ts'
import { toast } from '../ui/toast.tsx'
import { type Format, fileOf } from './formats.ts'

/** Downloads the e-invoice of an issued document, and says why where it is refused. */
export function useDownload(document: BilledDocument) {
  const { id } = document
  const { kind, number } = kindAndNumber(document)
  return useMutation({
    mutationFn: async (format: Format) => {
      const { path, query } = fileOf(KINDS[kind].path, id, format)
      saveAs(await readFile(path, query), `${number}.${format === 'facturx' ? 'pdf' : 'xml'}`)
    },
    onError: (error) => toast(messageOf(error), 'error', { about: id }),
  })
}

function saveAs(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has begun by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
