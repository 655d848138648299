// The command palette: every page, what can be created, and the company's customers, projects, tasks and documents.

import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import {
  FileMinus,
  FileText,
  FolderKanban,
  Keyboard,
  ListChecks,
  LogOut,
  type LucideIcon,
  Moon,
  Plus,
  ReceiptText,
  Sun,
  UserRound,
} from 'lucide-react'
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import type { Data } from '../../../sdk/src/types.ts'
import { useModal } from '../ui/modal.ts'
import { fitsWords } from './fits-words.ts'
import { NAVIGATION } from './navigation.ts'
import { usePageSearch } from './search.ts'
import { useCompanyDashboard, useMay } from './session.ts'
import { signOut } from './sign-out.ts'
import { useTheme } from './theme.ts'

type Result = Data<'/dashboard/api/search', 'get'>['results'][number]

const PLACEHOLDER = 'A page, a customer, a number…'
const FOUND = 5
/** The service looks for no more than this. */
const LONGEST = 100
const CHOSEN = '[cmdk-item][aria-selected=true]'
/** Frames in which the list may choose one of the results. */
const LONGEST_FRAMES = 10

const KINDS: readonly { type: Result['type']; heading: string; icon: LucideIcon }[] = [
  { type: 'customer', heading: 'Customers', icon: UserRound },
  { type: 'invoice', heading: 'Invoices', icon: ReceiptText },
  { type: 'quote', heading: 'Quotes', icon: FileText },
  { type: 'credit_note', heading: 'Credit notes', icon: FileMinus },
  { type: 'project', heading: 'Projects', icon: FolderKanban },
  { type: 'task', heading: 'Tasks', icon: ListChecks },
]

/** The palette, open while it is rendered. */
export function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const is_modal = useModal(dialog, onClose)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is one on the backdrop; by keyboard Escape does it
    <dialog
      ref={dialog}
      popover="manual"
      aria-label="Find or do anything"
      aria-busy={!is_modal || undefined}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="mx-auto mt-[12dvh] w-[min(600px,calc(100vw-24px))] overflow-hidden rounded-xl border border-line bg-surface p-0 text-ink shadow-2xl outline-none"
    >
      {is_modal ? (
        <Choices onClose={onClose} />
      ) : (
        <p className="flex h-13 items-center px-4 text-base text-faint">{PLACEHOLDER}</p>
      )}
    </dialog>
  )
}

function Choices({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const query = useDeferredValue(text.trim()).slice(0, LONGEST)
  const is_asked = query.length > 0
  const navigate = useNavigate()
  const openResult = useOpenResult()
  const [, setTheme] = useTheme()
  const [, change] = usePageSearch()
  const may_write = useMay('write')
  const is_admin = useMay('admin')
  const found = useCompanyDashboard(
    '/dashboard/api/search',
    { query: { q: query, limit: FOUND } },
    { is_enabled: is_asked, keeps_previous: true },
  )

  const is_behind = query !== text.trim().slice(0, LONGEST) || (is_asked && (found.isPlaceholderData || found.isPending))
  const [is_wanted, setWanted] = useState(false)
  const command = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!is_wanted || is_behind) return
    // The list chooses one of the new results some frames after they are drawn. If it has not by then, the first is taken.
    let frames = 0
    let next = 0
    const take = () => {
      const first = command.current?.querySelector<HTMLElement>('[cmdk-item]')
      const chosen = command.current?.querySelector<HTMLElement>(CHOSEN) ?? (frames++ > LONGEST_FRAMES ? first : undefined)
      if (chosen) chosen.click()
      else if (first) next = requestAnimationFrame(take)
    }
    const timer = setTimeout(take)
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(next)
    }
  }, [is_wanted, is_behind])

  const run = (act: () => void) => () => {
    onClose()
    act()
  }
  const fits = (...texts: string[]) => fitsWords(query, texts.join(' '))
  const items = NAVIGATION.flatMap((group) => group.items.map((item) => ({ ...item, group: group.title }))).filter(
    (item) => (item.level !== 'admin' || is_admin) && fits(item.title, item.group, item.words ?? ''),
  )
  return (
    <Command
      ref={command}
      shouldFilter={false}
      loop
      label="Find or do anything"
      onKeyDown={(event) => {
        // The list may still show results for a part of the text, or none of them is chosen yet.
        if (event.key !== 'Enter' || (!is_behind && command.current?.querySelector(CHOSEN))) return
        event.preventDefault()
        setWanted(true)
      }}
    >
      <Command.Input
        value={text}
        onValueChange={(typed) => {
          setText(typed)
          setWanted(false)
        }}
        placeholder={PLACEHOLDER}
        className="h-13 w-full border-b border-line bg-transparent px-4 text-base outline-none"
      />
      <Command.List className="max-h-[min(420px,60dvh)] overflow-y-auto p-2">
        <Command.Empty className="px-3 py-8 text-center break-words text-soft">
          {found.isFetching ? 'Looking…' : `Nothing is called “${text}”.`}
        </Command.Empty>
        {may_write && (
          <Group heading="Create">
            {[
              ['New invoice', () => void navigate({ to: '/invoices/new' })] as const,
              ['New quote', () => void navigate({ to: '/quotes/new' })] as const,
              ['New recurring invoice', () => void navigate({ to: '/recurring-invoices/new' })] as const,
              ['New customer', () => void navigate({ to: '/customers', search: { dialog: 'new' } })] as const,
              ['New project', () => void navigate({ to: '/projects', search: { dialog: 'new' } })] as const,
              ['New task', () => void navigate({ to: '/tasks', search: { dialog: 'new' } })] as const,
              [
                'Record a payment of an invoice',
                () => void navigate({ to: '/invoices', search: { sort: 'due_date', status: 'sent' } }),
              ] as const,
              ['Record time', () => void navigate({ to: '/time', search: { dialog: 'new' } })] as const,
            ]
              .filter(([title]) => fits(title))
              .map(([title, act]) => (
                <Item key={title} value={title} icon={<Plus size={15} aria-hidden />} title={title} onSelect={run(act)} />
              ))}
          </Group>
        )}
        {is_asked &&
          KINDS.map(({ type, heading, icon: Icon }) => (
            <Group key={type} heading={heading}>
              {found.data?.results
                .filter((one) => one.type === type)
                .map((one) => (
                  <Item
                    key={one.id}
                    value={one.id}
                    icon={<Icon size={15} aria-hidden />}
                    title={one.title}
                    detail={one.detail}
                    onSelect={run(() => openResult(one))}
                  />
                ))}
            </Group>
          ))}
        <Group heading="Pages">
          {items.map(({ to, title, icon: Icon }) => (
            <Item
              key={to}
              value={to}
              icon={<Icon size={15} aria-hidden />}
              title={title}
              onSelect={run(() => void navigate({ to }))}
            />
          ))}
        </Group>
        {fits('sign out', 'log out', 'logout') && (
          <Group heading="You">
            <Item
              value="sign-out"
              icon={<LogOut size={15} aria-hidden />}
              title="Sign out"
              onSelect={run(() => void signOut())}
            />
          </Group>
        )}
        {fits('keyboard shortcuts') && (
          <Group heading="Help">
            <Item
              value="shortcuts"
              icon={<Keyboard size={15} aria-hidden />}
              title="Keyboard shortcuts"
              onSelect={run(() => change({ dialog: 'shortcuts' }))}
            />
          </Group>
        )}
        {fits('theme', 'light', 'dark') && (
          <Group heading="Theme">
            <Item
              value="light"
              icon={<Sun size={15} aria-hidden />}
              title="Light theme"
              onSelect={run(() => setTheme('light'))}
            />
            <Item value="dark" icon={<Moon size={15} aria-hidden />} title="Dark theme" onSelect={run(() => setTheme('dark'))} />
          </Group>
        )}
      </Command.List>
    </Command>
  )
}

/** Opens a result; a task opens on the page of its project. */
function useOpenResult(): (result: Result) => void {
  const navigate = useNavigate()
  return ({ type, id, project_id }) => {
    if (type === 'customer') void navigate({ to: '/customers/$id', params: { id } })
    else if (type === 'invoice') void navigate({ to: '/invoices/$id', params: { id } })
    else if (type === 'quote') void navigate({ to: '/quotes/$id', params: { id } })
    else if (type === 'credit_note') void navigate({ to: '/credit-notes/$id', params: { id } })
    else if (type === 'project') void navigate({ to: '/projects/$id', params: { id } })
    else void navigate({ to: '/projects/$id', params: { id: project_id ?? '' }, search: { open: id } })
  }
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

interface ItemProps {
  /** Distinguishes it from all others. */
  value: string
  icon: ReactNode
  title: string
  detail?: string
  onSelect: () => void
}

function Item({ value, icon, title, detail, onSelect }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex h-9 cursor-pointer items-center gap-2.5 rounded-[6px] px-2 text-soft aria-selected:bg-sunken aria-selected:text-ink"
    >
      <span className="shrink-0">{icon}</span>
      <span className={`truncate text-ink ${detail ? 'max-w-[65%] shrink-0' : ''}`}>{title}</span>
      {detail && <span className="ml-auto truncate pl-4 text-[13px] text-soft">{detail}</span>}
    </Command.Item>
  )
}
