// The command palette: every page, what can be created, and the company's customers, projects and documents.

import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { FileText, FolderKanban, Moon, Plus, ReceiptText, Sun, UserRound } from 'lucide-react'
import { type ReactNode, useDeferredValue, useLayoutEffect, useRef, useState } from 'react'
import { NAVIGATION } from './navigation.ts'
import { useApi, useMay } from './session.ts'
import { useTheme } from './theme.ts'

const FOUND = 5
/** Documents have no search in the API yet: the latest ones are looked through here. */
const LATEST = 100

/** The palette, open while it is rendered. */
export function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const query = useDeferredValue(text.trim())
  const is_asked = query.length > 0
  const navigate = useNavigate()
  const [, setTheme] = useTheme()
  const may_write = useMay('write')
  const is_admin = useMay('admin')
  const customers = useApi(
    '/v1/customers',
    { query: { search: query, limit: FOUND } },
    { is_enabled: is_asked, keeps_previous: true },
  )
  const projects = useApi(
    '/v1/projects',
    { query: { search: query, limit: FOUND } },
    { is_enabled: is_asked, keeps_previous: true },
  )
  const invoices = useApi('/v1/invoices', { query: { limit: LATEST } }, { is_enabled: is_asked })
  const quotes = useApi('/v1/quotes', { query: { limit: LATEST } }, { is_enabled: is_asked })
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // The browser would begin at the palette's frame, which can have the focus too.
    element?.querySelector('input')?.focus()
    return () => element?.close()
  }, [])

  const run = (act: () => void) => () => {
    onClose()
    act()
  }
  const fits = (...texts: string[]) => texts.some((one) => one.toLowerCase().includes(query.toLowerCase()))
  const places = NAVIGATION.flatMap((group) => group.places).filter(
    (place) => (place.level !== 'admin' || is_admin) && fits(place.title),
  )
  const found_invoices = is_asked
    ? (invoices.data?.invoices ?? []).filter((one) => fits(one.invoice_number, one.customer.name)).slice(0, FOUND)
    : []
  const found_quotes = is_asked
    ? (quotes.data?.quotes ?? []).filter((one) => fits(one.quote_number, one.customer.name)).slice(0, FOUND)
    : []
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is one on the backdrop; by keyboard Escape does it
    <dialog
      ref={dialog}
      aria-label="Find or do anything"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="mx-auto mt-[12dvh] w-[min(600px,calc(100vw-24px))] overflow-hidden rounded-xl border border-line bg-surface p-0 text-ink shadow-2xl"
    >
      <Command shouldFilter={false} loop label="Find or do anything">
        <Command.Input
          value={text}
          onValueChange={setText}
          placeholder="A page, a customer, a number…"
          className="h-13 w-full border-b border-line bg-transparent px-4 text-base outline-none"
        />
        <Command.List className="max-h-[min(420px,60dvh)] overflow-y-auto p-2">
          <Command.Empty className="px-3 py-8 text-center text-soft">Nothing is called “{text}”.</Command.Empty>
          {may_write && (
            <Group heading="Create">
              {[
                ['New invoice', () => void navigate({ to: '/invoices/new' })] as const,
                ['New quote', () => void navigate({ to: '/quotes/new' })] as const,
                ['New customer', () => void navigate({ to: '/customers', search: { dialog: 'new' } })] as const,
                ['New project', () => void navigate({ to: '/projects', search: { dialog: 'new' } })] as const,
              ]
                .filter(([title]) => fits(title))
                .map(([title, act]) => (
                  <Item key={title} icon={<Plus size={15} aria-hidden />} title={title} onSelect={run(act)} />
                ))}
            </Group>
          )}
          {is_asked && (
            <>
              <Group heading="Customers">
                {customers.data?.customers.map((one) => (
                  <Item
                    key={one.id}
                    icon={<UserRound size={15} aria-hidden />}
                    title={one.name}
                    detail={one.contact_email}
                    onSelect={run(() => void navigate({ to: '/customers/$id', params: { id: one.id } }))}
                  />
                ))}
              </Group>
              <Group heading="Invoices">
                {found_invoices.map((one) => (
                  <Item
                    key={one.id}
                    icon={<ReceiptText size={15} aria-hidden />}
                    title={one.invoice_number}
                    detail={one.customer.name}
                    onSelect={run(() => void navigate({ to: '/invoices/$id', params: { id: one.id } }))}
                  />
                ))}
              </Group>
              <Group heading="Quotes">
                {found_quotes.map((one) => (
                  <Item
                    key={one.id}
                    icon={<FileText size={15} aria-hidden />}
                    title={one.quote_number}
                    detail={one.customer.name}
                    onSelect={run(() => void navigate({ to: '/quotes/$id', params: { id: one.id } }))}
                  />
                ))}
              </Group>
              <Group heading="Projects">
                {projects.data?.projects.map((one) => (
                  <Item
                    key={one.id}
                    icon={<FolderKanban size={15} aria-hidden />}
                    title={one.title}
                    detail={one.public_id}
                    onSelect={run(() => void navigate({ to: '/projects/$id', params: { id: one.id } }))}
                  />
                ))}
              </Group>
            </>
          )}
          <Group heading="Pages">
            {places.map(({ to, title, icon: Icon }) => (
              <Item key={to} icon={<Icon size={15} aria-hidden />} title={title} onSelect={run(() => void navigate({ to }))} />
            ))}
          </Group>
          {fits('theme', 'light', 'dark') && (
            <Group heading="Theme">
              <Item icon={<Sun size={15} aria-hidden />} title="Light theme" onSelect={run(() => setTheme('light'))} />
              <Item icon={<Moon size={15} aria-hidden />} title="Dark theme" onSelect={run(() => setTheme('dark'))} />
            </Group>
          )}
        </Command.List>
      </Command>
    </dialog>
  )
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="not-has-[[cmdk-item]]:hidden [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-faint"
    >
      {children}
    </Command.Group>
  )
}

function Item({ icon, title, detail, onSelect }: { icon: ReactNode; title: string; detail?: string; onSelect: () => void }) {
  return (
    <Command.Item
      value={`${title} ${detail ?? ''}`}
      onSelect={onSelect}
      className="flex h-9 cursor-pointer items-center gap-2.5 rounded-[6px] px-2 text-soft aria-selected:bg-sunken aria-selected:text-ink"
    >
      {icon}
      <span className="truncate text-ink">{title}</span>
      {detail && <span className="ml-auto truncate pl-4 text-[13px] text-soft">{detail}</span>}
    </Command.Item>
  )
}
