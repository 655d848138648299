import { Trash2, Upload } from 'lucide-react'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { messageOf } from '../app/api.ts'
import { queries, useChange } from '../app/session.ts'
import { Button } from '../ui/button.tsx'
import { FormError } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import type { CompanySettings } from './company-page.tsx'

/** The service takes no more; said here before anything is sent. */
const MOST_BYTES = 256 * 1024
/** Where the service keeps logos. By its path alone: the service has several names, `localhost` and `127.0.0.1`, and the page came by one. */
const OURS = /\/logos\/[0-9a-f]{64}\.\w+$/
const TYPES = 'image/png,image/jpeg,image/webp'

/** The logo: the current one, a new one from a file, or none. */
export function Logo({ company, title = 'Logo' }: { company: CompanySettings; title?: string }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [preview, setPreview] = useState<string>()
  const [fault, setFault] = useState<string>()
  const refresh = async (text: string) => {
    await queries.invalidateQueries({ queryKey: ['session'] })
    toast(text)
  }
  const upload = useChange(
    (send, image: string) => send.dashboard('POST', `/companies/${company.id}/logo`, { body: { image } }),
    () => refresh('The logo is saved'),
    { repeats: true },
  )
  const remove = useChange(
    (send) => send.dashboard('DELETE', `/companies/${company.id}/logo`),
    () => {
      setPreview(undefined)
      return refresh('The logo is removed')
    },
    { repeats: true },
  )
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // The same file can be chosen again after a fault.
    event.target.value = ''
    if (!file) return
    setFault(undefined)
    upload.reset()
    if (file.size > MOST_BYTES) return setFault(`The file has ${Math.ceil(file.size / 1024)} kB; 256 are the most.`)
    const address = await readAsDataUrl(file)
    setPreview(address)
    upload.mutate(address.slice(address.indexOf(',') + 1), { onError: () => setPreview(undefined) })
  }
  const error = fault ?? (upload.error || remove.error ? messageOf(upload.error ?? remove.error) : undefined)
  const shown = preview ?? company.logo_url ?? undefined
  return (
    <section aria-labelledby={id} className="card space-y-3 p-5">
      <h2 id={id}>{title}</h2>
      <div className="grid h-28 place-items-center rounded-[7px] border border-line bg-white p-3">
        <Picture address={shown} name={company.name} />
      </div>
      <FormError>{error}</FormError>
      <p className="text-[13px] text-soft">PNG, JPEG or WebP, at most 256 kB. It is printed on documents, on white.</p>
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          type="file"
          accept={TYPES}
          aria-label="File of the logo"
          className="sr-only"
          tabIndex={-1}
          onChange={choose}
        />
        <Button is_busy={upload.isPending} onClick={() => input.current?.click()}>
          <Upload size={15} aria-hidden />
          {shown ? 'Replace' : 'Upload'}
        </Button>
        {shown && (
          <Button look="quiet" is_busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
            <Trash2 size={15} aria-hidden />
            Remove
          </Button>
        )}
      </div>
    </section>
  )
}

/** The picture if we serve it; one at an external address is not loaded, only its address is shown. */
function Picture({ address, name }: { address: string | undefined; name: string }) {
  if (!address) return <span className="text-[13px] text-[#545965]">None yet</span>
  const path = address.startsWith('data:') ? address : OURS.exec(address)?.[0]
  if (!path) {
    return <span className="max-w-full truncate text-[13px] text-[#545965]">{address}</span>
  }
  return <img src={path} alt={`The logo of ${name}`} className="max-h-20 max-w-full object-contain" />
}

function readAsDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The file can not be read'))
    reader.readAsDataURL(file)
  })
}
