// The frame around every page: navigation, company, person, command palette, running timer.

import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { BookOpen, ChevronsUpDown, Keyboard, LogOut, Menu, Search } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { RunningTimer } from '../time-entries/running-timer.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useHotkey } from '../ui/hotkeys.ts'
import { Mark } from '../ui/states.tsx'
import { companyPath } from './addresses.ts'
import { dashboard } from './api.ts'
import { NAVIGATION } from './navigation.ts'
import { usePageSearch } from './search.ts'
import { useDesk, useMay } from './session.ts'
import { Shortcuts } from './shortcuts.tsx'
import { signOut } from './sign-out.ts'
import { type Theme, useTheme } from './theme.ts'

const loadPalette = () => import('./palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
/** Late enough not to be in the way of the page itself. */
const PALETTE_AFTER_MS = 1_000
const SHORTCUT = navigator.platform.startsWith('Mac') ? '⌘ K' : 'Ctrl K'

/** The shell with the page of the address in it. */
export function Shell() {
  const [is_palette_open, setPaletteOpen] = useState(false)
  const [is_menu_open, setMenuOpen] = useState(false)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [search, change] = usePageSearch()
  useHotkey('mod+k', () => setPaletteOpen((is_open) => !is_open))
  useHotkey('?', () => change({ dialog: 'shortcuts' }))
  // What is typed right after the shortcut belongs to the palette: it is there before it is asked for.
  useEffect(() => void setTimeout(loadPalette, PALETTE_AFTER_MS), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the address that closes them
  useEffect(() => {
    setMenuOpen(false)
    setPaletteOpen(false)
  }, [path])
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[232px_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-ink focus:px-3 focus:py-2 focus:text-canvas"
      >
        Skip to the content
      </a>
      <aside className="sticky top-0 z-30 hidden h-dvh flex-col border-r border-line lg:flex" aria-label="Sidebar">
        <Sidebar />
      </aside>
      <div className="flex min-w-0 flex-col">
        <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b border-line bg-canvas px-4 sm:px-6">
          <Button
            look="quiet"
            size="icon"
            aria-label="Open the navigation"
            className="-ml-2 lg:hidden"
            onClick={() => setMenuOpen(true)}
          >
            <Menu size={19} aria-hidden />
          </Button>
          <button
            type="button"
            onClick={() => setPaletteOpen(true)}
            onPointerEnter={() => void loadPalette()}
            className="flex h-9 min-w-0 flex-1 items-center gap-2 rounded-[7px] border border-line bg-surface px-3 text-left text-faint hover:border-line-strong sm:max-w-sm"
          >
            <Search size={15} aria-hidden />
            <span className="truncate">Find or do anything</span>
            <kbd className="ml-auto hidden font-sans text-xs whitespace-nowrap sm:block">{SHORTCUT}</kbd>
          </button>
          <div className="ml-auto flex items-center">
            <RunningTimer />
          </div>
        </header>
        <main id="content" tabIndex={-1} className="w-full max-w-[1280px] flex-1 px-4 py-6 outline-none sm:px-6 lg:px-8">
          <Outlet />
        </main>
      </div>
      {is_menu_open && (
        <Dialog kind="menu" title="Quoin" onClose={() => setMenuOpen(false)}>
          <div className="-mx-5 -my-4">
            <Sidebar />
          </div>
        </Dialog>
      )}
      {search.dialog === 'shortcuts' && <Shortcuts onClose={() => change({ dialog: undefined })} />}
      {is_palette_open && (
        <Suspense>
          <Palette onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function Sidebar() {
  const { session } = useDesk()
  const is_admin = useMay('admin')
  return (
    <>
      <div className="p-3">
        <CompanySwitcher />
      </div>
      <nav aria-label="Pages" className="flex-1 space-y-5 overflow-y-auto px-3 pb-4">
        {NAVIGATION.map((group) => (
          <section key={group.title} aria-label={group.title}>
            {group.title !== 'Work' && <p className="mb-1 px-2 text-xs font-medium text-faint">{group.title}</p>}
            <ul className="space-y-px">
              {group.places
                .filter((place) => place.level !== 'admin' || is_admin)
                .map(({ to, title, icon: Icon }) => (
                  <li key={to}>
                    <Link
                      to={to}
                      activeOptions={{ exact: to === '/' }}
                      className="flex h-8 items-center gap-2.5 rounded-[6px] px-2 text-soft hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-medium aria-[current=page]:text-ink"
                    >
                      <Icon size={16} aria-hidden />
                      {title}
                    </Link>
                  </li>
                ))}
              {group.title === 'Developers' && (
                <li>
                  <a
                    href="/docs"
                    className="flex h-8 items-center gap-2.5 rounded-[6px] px-2 text-soft hover:bg-sunken hover:text-ink"
                  >
                    <BookOpen size={16} aria-hidden />
                    API reference
                  </a>
                </li>
              )}
            </ul>
          </section>
        ))}
      </nav>
      <div className="border-t border-line p-3">
        <PersonMenu name={session.user.name || session.user.email} email={session.user.email} />
      </div>
    </>
  )
}

const MENU = 'z-50 min-w-52 rounded-lg border border-line bg-surface p-1 shadow-lg'
const MENU_ITEM =
  'flex h-8 cursor-pointer items-center gap-2 rounded-[5px] px-2 outline-none data-highlighted:bg-sunken data-[state=checked]:font-medium'

function CompanySwitcher() {
  const { session, company } = useDesk()
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="flex h-11 w-full items-center gap-2.5 rounded-lg px-2 text-left hover:bg-sunken">
        <Mark size={26} />
        <span className="sr-only">Switch the company: </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate leading-tight font-semibold">{company.name}</span>
          <span className="block truncate text-xs leading-tight text-soft">{session.organization.name}</span>
        </span>
        <ChevronsUpDown size={15} className="text-faint" aria-hidden />
      </DropdownMenu.Trigger>
      <Layer>
        <DropdownMenu.Content align="start" sideOffset={4} className={MENU}>
          <DropdownMenu.Label className="px-2 py-1 text-xs text-faint">Companies</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={company.id}>
            {session.companies.map((one) => (
              <DropdownMenu.RadioItem
                key={one.id}
                value={one.id}
                className={MENU_ITEM}
                onSelect={() => location.assign(companyPath(one))}
              >
                <span className="truncate">{one.name}</span>
                <span className="ml-auto pl-4 text-xs text-faint">{one.currency}</span>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          {session.organizations.length > 1 && (
            <>
              <DropdownMenu.Separator className="my-1 h-px bg-line" />
              <DropdownMenu.Label className="px-2 py-1 text-xs text-faint">Organizations</DropdownMenu.Label>
              <DropdownMenu.RadioGroup value={session.organization.id}>
                {session.organizations.map((one) => (
                  <DropdownMenu.RadioItem
                    key={one.id}
                    value={one.id}
                    className={MENU_ITEM}
                    onSelect={() => void enterOrganization(one.id)}
                  >
                    {one.name}
                  </DropdownMenu.RadioItem>
                ))}
              </DropdownMenu.RadioGroup>
            </>
          )}
        </DropdownMenu.Content>
      </Layer>
    </DropdownMenu.Root>
  )
}

/** Inside a modal dialog of the browser only what is in the dialog can be reached: menus open where they stand, not at the end of the page. */
function Layer({ children }: { children: ReactNode }) {
  return <>{children}</>
}

function PersonMenu({ name, email }: { name: string; email: string }) {
  const [theme, setTheme] = useTheme()
  const [, change] = usePageSearch()
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="flex h-11 w-full items-center gap-2.5 rounded-lg px-2 text-left hover:bg-sunken">
        <span
          aria-hidden="true"
          className="grid size-7 place-items-center rounded-full bg-accent-wash text-xs font-semibold text-accent"
        >
          {initials(name)}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate leading-tight font-medium">{name}</span>
          <span className="block truncate text-xs leading-tight text-soft">{email}</span>
        </span>
        <span className="sr-only">: theme, sign out</span>
      </DropdownMenu.Trigger>
      <Layer>
        <DropdownMenu.Content side="top" align="start" sideOffset={4} className={MENU}>
          <DropdownMenu.Label className="px-2 py-1 text-xs text-faint">Theme</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={theme} onValueChange={(value) => setTheme(value as Theme)}>
            {(['system', 'light', 'dark'] as const).map((one) => (
              <DropdownMenu.RadioItem key={one} value={one} className={MENU_ITEM}>
                <span className="w-4" aria-hidden="true">
                  <DropdownMenu.ItemIndicator>✓</DropdownMenu.ItemIndicator>
                </span>
                {{ system: 'As the system', light: 'Light', dark: 'Dark' }[one]}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          <DropdownMenu.Item className={MENU_ITEM} onSelect={() => change({ dialog: 'shortcuts' })}>
            <Keyboard size={15} aria-hidden />
            Keyboard shortcuts
          </DropdownMenu.Item>
          <DropdownMenu.Item className={MENU_ITEM} onSelect={() => void signOut()}>
            <LogOut size={15} aria-hidden />
            Sign out
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </Layer>
    </DropdownMenu.Root>
  )
}

async function enterOrganization(organization_id: string): Promise<void> {
  await dashboard('POST', '/session/organization', { body: { organization_id } })
  location.assign('/')
}

function initials(name: string): string {
  const parts = name.split(/[\s@.]+/).filter(Boolean)
  return ((parts[0]?.[0] ?? '') + (parts[1]?.[0] ?? '')).toUpperCase()
}
