// The navigation next to every page: company, pages, person.

import { useRouterState } from '@tanstack/react-router'
import { BookOpen, ChevronsUpDown, Keyboard, LogOut } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { memo, type ReactNode } from 'react'
import { MENU, MENU_ITEM } from '../ui/menu.tsx'
import { Mark } from '../ui/states.tsx'
import { companyPath } from './addresses.ts'
import { createSender } from './api.ts'
import { NAVIGATION, type NavigationItem } from './navigation.ts'
import { usePlainLink } from './plain-link.ts'
import { useChangeSearch } from './search.ts'
import { useDesk, useMay } from './session.ts'
import { signOut } from './sign-out.ts'
import { type Theme, useTheme } from './theme.ts'

const PLACE =
  'flex h-8 items-center gap-2.5 rounded-[6px] px-2 text-soft hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-medium aria-[current=page]:text-ink'

/** The company, all pages, the person. Drawn again when the page changes, and not with every filter of it. */
export const Sidebar = memo(function Sidebar() {
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
              {group.items
                .filter((item) => item.level !== 'admin' || is_admin)
                .map((item) => (
                  <li key={item.to}>
                    <ItemLink item={item} />
                  </li>
                ))}
              {group.title === 'Developers' && (
                <li>
                  <a href="/docs" className={PLACE}>
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
})

function ItemLink({ item: { to, title, icon: Icon } }: { item: NavigationItem }) {
  const is_current = useRouterState({
    select: ({ location: { pathname } }) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`)),
  })
  return (
    <a {...usePlainLink(to)} aria-current={is_current ? 'page' : undefined} className={PLACE}>
      <Icon size={16} aria-hidden />
      {title}
    </a>
  )
}

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

/** Inside a modal dialog only its content can be reached: menus open next to their button, not at the end of the page. */
function Layer({ children }: { children: ReactNode }) {
  return <>{children}</>
}

function PersonMenu({ name, email }: { name: string; email: string }) {
  const [theme, setTheme] = useTheme()
  const change = useChangeSearch()
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
  await createSender().dashboard('POST', '/session/organization', { body: { organization_id } })
  location.assign('/')
}

function initials(name: string): string {
  const parts = name.split(/[\s@.]+/).filter(Boolean)
  return ((parts[0]?.[0] ?? '') + (parts[1]?.[0] ?? '')).toUpperCase()
}
