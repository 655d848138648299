import { ChevronDown, FileCode, FileText } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { BilledDocument } from '../documents/kinds.ts'
import { buttonClass } from '../ui/button.tsx'
import { MENU, MenuAction } from '../ui/menu.tsx'
import { useDownload } from './download.ts'
import { FORMAT_NAMES, FORMATS } from './formats.ts'

/** The e-invoices of an issued invoice or credit note, beside its PDF. */
export function DownloadMenu({ document }: { document: BilledDocument }) {
  const download = useDownload(document)
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        disabled={download.isPending}
        aria-label="Download as an e-invoice"
        title="Download as an e-invoice"
        className={`${buttonClass('plain', 'icon')} data-[state=open]:bg-sunken`}
      >
        <ChevronDown size={16} aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" sideOffset={4} className={MENU}>
        {FORMATS.map((format) => (
          <MenuAction
            key={format}
            icon={format === 'facturx' ? <FileText size={15} aria-hidden /> : <FileCode size={15} aria-hidden />}
            onSelect={() => download.mutate(format)}
          >
            {FORMAT_NAMES[format]}
          </MenuAction>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
