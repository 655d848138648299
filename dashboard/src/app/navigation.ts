// The pages that can be reached from everywhere: the sidebar and the command palette read the same list.

import {
  Building2,
  CircleUser,
  Clock,
  Coins,
  FileCheck2,
  FileMinus,
  FileText,
  FolderKanban,
  House,
  KeyRound,
  Landmark,
  ListChecks,
  ListRestart,
  type LucideIcon,
  Mail,
  Radio,
  ReceiptText,
  Repeat,
  ScrollText,
  UserRoundCog,
  UsersRound,
  Webhook,
} from 'lucide-react'
import type { PagePath } from '../../../server/src/http/page-paths.ts'
import type { Level } from './session.ts'

/** A page of the navigation; `level` is the level it needs. */
export interface NavigationItem {
  to: Exclude<PagePath, `${string}$${string}`>
  title: string
  icon: LucideIcon
  level?: Level
  /** Other words that the palette finds it by. */
  words?: string
}

/** The groups of the sidebar, in order. */
export const NAVIGATION: readonly { title: string; items: readonly NavigationItem[] }[] = [
  {
    title: 'Work',
    items: [
      { to: '/', title: 'Home', icon: House },
      { to: '/customers', title: 'Customers', icon: UsersRound },
      { to: '/invoices', title: 'Invoices', icon: ReceiptText, words: 'bills' },
      { to: '/credit-notes', title: 'Credit notes', icon: FileMinus, words: 'corrections refunds' },
      { to: '/payments', title: 'Payments', icon: Coins, words: 'paid received money in' },
      { to: '/bank', title: 'Bank', icon: Landmark, words: 'statement transactions transfers reconcile camt mt940 csv match' },
      { to: '/quotes', title: 'Quotes', icon: FileText },
      {
        to: '/recurring-invoices',
        title: 'Recurring',
        icon: Repeat,
        words: 'invoices subscriptions retainers monthly schedules plans',
      },
      { to: '/mails', title: 'Mails', icon: Mail, words: 'email sent failed outbox log' },
      {
        to: '/e-invoices',
        title: 'Check an e-invoice',
        icon: FileCheck2,
        words: 'xrechnung zugferd factur-x peppol ubl cii xml received validate',
      },
      { to: '/projects', title: 'Projects', icon: FolderKanban },
      { to: '/tasks', title: 'Tasks', icon: ListChecks },
      { to: '/time', title: 'Time', icon: Clock, words: 'timer hours' },
    ],
  },
  {
    title: 'Developers',
    items: [
      { to: '/developers/api-keys', title: 'API keys', icon: KeyRound, level: 'admin' },
      { to: '/developers/webhooks', title: 'Webhooks', icon: Webhook },
      { to: '/developers/events', title: 'Events', icon: Radio, words: 'log' },
      { to: '/developers/jobs', title: 'Jobs', icon: ListRestart, level: 'admin', words: 'background queue retry' },
      { to: '/developers/audit-log', title: 'Audit log', icon: ScrollText, level: 'admin' },
    ],
  },
  {
    title: 'Settings',
    items: [
      {
        to: '/settings/company',
        title: 'Company',
        icon: Building2,
        level: 'admin',
        words: 'logo currency prefix numbers modules reminders dunning exports datev bank matching automatic',
      },
      { to: '/settings/members', title: 'Members', icon: UserRoundCog, level: 'admin', words: 'users team people roles' },
      { to: '/settings/you', title: 'You', icon: CircleUser, words: 'password passkey second factor account profile' },
    ],
  },
]
