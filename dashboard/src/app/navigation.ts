// The pages that can be reached from everywhere: the sidebar and the command palette read the same list.

import {
  Building2,
  CircleUser,
  Clock,
  FileText,
  FolderKanban,
  House,
  KeyRound,
  ListChecks,
  type LucideIcon,
  Radio,
  ReceiptText,
  ScrollText,
  UserRoundCog,
  UsersRound,
  Webhook,
} from 'lucide-react'
import type { Level } from './session.ts'

/** A page of the navigation; `level` is what it needs. */
export interface Place {
  to:
    | '/'
    | '/customers'
    | '/invoices'
    | '/quotes'
    | '/projects'
    | '/tasks'
    | '/time'
    | '/developers/api-keys'
    | '/developers/webhooks'
    | '/developers/events'
    | '/developers/audit-log'
    | '/settings/company'
    | '/settings/members'
    | '/settings/you'
  title: string
  icon: LucideIcon
  level?: Level
}

/** The groups of the sidebar, in order. */
export const NAVIGATION: readonly { title: string; places: readonly Place[] }[] = [
  {
    title: 'Work',
    places: [
      { to: '/', title: 'Home', icon: House },
      { to: '/customers', title: 'Customers', icon: UsersRound },
      { to: '/invoices', title: 'Invoices', icon: ReceiptText },
      { to: '/quotes', title: 'Quotes', icon: FileText },
      { to: '/projects', title: 'Projects', icon: FolderKanban },
      { to: '/tasks', title: 'Tasks', icon: ListChecks },
      { to: '/time', title: 'Time', icon: Clock },
    ],
  },
  {
    title: 'Developers',
    places: [
      { to: '/developers/api-keys', title: 'API keys', icon: KeyRound, level: 'admin' },
      { to: '/developers/webhooks', title: 'Webhooks', icon: Webhook },
      { to: '/developers/events', title: 'Events', icon: Radio },
      { to: '/developers/audit-log', title: 'Audit log', icon: ScrollText, level: 'admin' },
    ],
  },
  {
    title: 'Settings',
    places: [
      { to: '/settings/company', title: 'Company', icon: Building2, level: 'admin' },
      { to: '/settings/members', title: 'Members', icon: UserRoundCog, level: 'admin' },
      { to: '/settings/you', title: 'You', icon: CircleUser },
    ],
  },
]
