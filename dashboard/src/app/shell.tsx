// The frame around every page: navigation, command palette, running timer.

import { type AsyncRouteComponent, Outlet, useRouter, useRouterState, useSearch } from '@tanstack/react-router'
import { Menu, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { RunningTimer } from '../time-entries/running-timer.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useHotkey, useSaveKey } from '../ui/hotkeys.ts'
import { Progress } from '../ui/progress.tsx'
import { NAVIGATION } from './navigation.ts'
import { SandboxClock } from './sandbox.tsx'
import { type PageSearch, useChangeSearch } from './search.ts'
import { type Level, useMay } from './session.ts'
import { Shortcuts } from './shortcuts.tsx'
import { Sidebar } from './sidebar.tsx'

const loadPalette = () => import('./palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
/** Late enough not to be in the way of the page itself. */
const LOAD_REST_AFTER_MS = 1_000
const SHORTCUT = navigator.platform.startsWith('Mac') ? '⌘ K' : 'Ctrl K'

/** The shell with the page of the address in it. */
export function Shell() {
  const [is_palette_open, setPaletteOpen] = useState(false)
  const [is_menu_open, setMenuOpen] = useState(false)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const dialog = useSearch({ strict: false, select: (search) => (search as PageSearch).dialog })
  const change = useChangeSearch()
  const needs = levelOf(path)
  const may = useMay(needs ?? 'read')
  useHotkey('mod+k', () => setPaletteOpen((is_open) => !is_open))
  useSaveKey()
  useHotkey('?', () => change({ dialog: 'shortcuts' }))
  useRestOfPages()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the address that closes them
  useEffect(() => {
    setMenuOpen(false)
    setPaletteOpen(false)
  }, [path])
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[232px_minmax(0,1fr)]">
      <Progress />
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
        <header
          data-print="none"
          className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b border-line bg-canvas px-4 sm:px-6"
        >
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
            <SandboxClock />
            <RunningTimer />
          </div>
        </header>
        <main id="content" tabIndex={-1} className="w-full max-w-[1280px] flex-1 px-4 py-6 outline-none sm:px-6 lg:px-8">
          {needs && !may ? <NotAllowed level={needs} /> : <Outlet />}
        </main>
      </div>
      {is_menu_open && (
        <Dialog kind="menu" title="Quoin" onClose={() => setMenuOpen(false)}>
          <div className="-mx-5 -my-4">
            <Sidebar />
          </div>
        </Dialog>
      )}
      {dialog === 'shortcuts' && <Shortcuts onClose={() => change({ dialog: undefined })} />}
      {is_palette_open && (
        <Suspense>
          <Palette onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** The level that a page needs, where looking at it is not enough. */
function levelOf(path: string): Level | undefined {
  if (/^\/(invoices|quotes|recurring-invoices)\/(new|[^/]+\/edit)$/.test(path)) return 'write'
  return NAVIGATION.flatMap(({ items }) => items).find(({ to }) => to === path)?.level
}

/** Shown instead of a page that the person may not use: says who can help. */
function NotAllowed({ level }: { level: Level }) {
  return (
    <div className="py-20 text-center">
      <h1>This page is not for your role</h1>
      <p className="mt-2 text-soft">
        {level === 'admin' ? 'Owners and admins use it.' : 'Owners, admins and members use it; your role may only look.'} An owner
        can change roles under Settings, Members.
      </p>
    </div>
  )
}

/**
 * Loads the palette and all other pages in idle time once this page is shown, one after the other: keys typed right after
 * the palette's shortcut reach it, and other pages are drawn at once. All of them are a third of what is loaded already.
 */
function useRestOfPages(): void {
  const { routesById } = useRouter()
  useEffect(() => {
    const pages = Object.values(routesById).map(({ options }) => options.component as AsyncRouteComponent<object> | undefined)
    const rest = [loadPalette, ...pages.map((page) => page?.preload)]
    let idle = 0
    const loadNext = () => {
      if (rest.length === 0) return
      const load = rest.shift()
      // If it can't be loaded now, it is loaded, and the error shown, when it is opened.
      idle = requestIdleCallback(() => void Promise.resolve(load?.()).then(loadNext, loadNext))
    }
    const timer = setTimeout(loadNext, LOAD_REST_AFTER_MS)
    return () => {
      clearTimeout(timer)
      cancelIdleCallback(idle)
    }
  }, [routesById])
}
