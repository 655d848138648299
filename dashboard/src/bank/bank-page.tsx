// The transactions of the bank account: at first the unmatched ones, each with what it probably pays.

import { useRef } from 'react'
import { api, currentCompany } from '../app/api.ts'
import { orSay } from '../app/or-say.ts'
import { usePageSearch } from '../app/search.ts'
import { useMay } from '../app/session.ts'
import { Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { useCursorPages } from '../ui/cursor-pages.ts'
import { DaysFilter, FILTER, Filters } from '../ui/filters.tsx'
import { date, money, words } from '../ui/format.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { type Column, DataTable, PAGE_SIZE, PageHeader, ROW_LINK, RowTitle, ShowOlder } from '../ui/list.tsx'
import { Empty } from '../ui/states.tsx'
import { ImportStatement } from './import-statement.tsx'
import { type BankTransaction, matchedTo, partyOf, stateOf, titleOf } from './transaction.ts'
import { TransactionDetails } from './transaction-details.tsx'
import { accepting, useIgnore, useMatch } from './use-bank.ts'

const STATUSES = ['unmatched', 'matched', 'ignored'] as const
const ALL = 'all'

/** The page of bank transactions. On a row, `a` accepts the first suggestion and `i` ignores. */
export function BankPage() {
  const [search, change] = usePageSearch()
  const may_write = useMay('write')
  const status = search.status === ALL ? undefined : (STATUSES.find((one) => one === search.status) ?? 'unmatched')
  const query = { status, 'booked[gte]': search.from, 'booked[lte]': search.to }
  const { pages, rows } = useCursorPages(
    [currentCompany(), '/v1/bank-transactions', query],
    'bank_transactions',
    (starting_after, signal) =>
      api.get('/v1/bank-transactions', { query: { ...query, limit: PAGE_SIZE, starting_after }, signal }),
  )
  useDecisions(rows, may_write)
  const is_filtered = search.status !== undefined || search.from !== undefined || search.to !== undefined
  return (
    <>
      <PageHeader title="Bank" />
      {may_write && <ImportStatement />}
      <Filters>
        <select
          aria-label="Status"
          value={status ?? ALL}
          onChange={(event) => change({ status: event.target.value === 'unmatched' ? undefined : event.target.value })}
          className={FILTER}
        >
          {STATUSES.map((one) => (
            <option key={one} value={one}>
              {words(one)}
            </option>
          ))}
          <option value={ALL}>Status: all</option>
        </select>
        <DaysFilter />
      </Filters>
      <DataTable
        label="Bank transactions, newest first"
        columns={COLUMNS}
        rows={rows}
        error={pages.error}
        onRetry={() => void pages.refetch()}
        link={({ id }, content) => (
          <button type="button" data-row data-id={id} className={ROW_LINK} onClick={() => change({ open: id })}>
            {content}
          </button>
        )}
        empty={
          is_filtered ? (
            <Empty
              title="No transactions found"
              action={
                <Button onClick={() => change({ status: undefined, from: undefined, to: undefined })}>Show unmatched</Button>
              }
            >
              No transaction has this status in this period.
            </Empty>
          ) : (
            <Empty title="Nothing to match">Import a bank statement to match its transfers to your open invoices.</Empty>
          )
        }
      />
      <ShowOlder pages={pages} />
      {search.open && <TransactionDetails id={search.open} onClose={() => change({ open: undefined })} />}
    </>
  )
}

/** The keys that decide on the focused row; the focus moves to the next one. */
function useDecisions(rows: readonly BankTransaction[] | undefined, may_write: boolean): void {
  const next = useRef<string>(undefined)
  const goOn = () => {
    // The list is loaded again, without the row.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-id="${next.current}"]`)?.focus())
  }
  const match = useMatch(goOn)
  const ignore = useIgnore(goOn)
  const decide = (act: (one: BankTransaction) => Promise<unknown> | undefined) => {
    const id = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['id']
    const at = rows?.findIndex((row) => row.id === id) ?? -1
    const one = rows?.[at]
    if (one?.status !== 'unmatched') return
    next.current = (rows?.[at + 1] ?? rows?.[at - 1])?.id
    const work = act(one)
    if (work) orSay(work, one.id)
  }
  const accept = ({ id, suggestions: [best] }: BankTransaction) => best && match.mutateAsync(accepting(id, best))
  useHotkey('a', () => decide(accept), may_write)
  useHotkey('i', () => decide((one) => ignore.mutateAsync(one.id)), may_write)
}

const COLUMNS: readonly Column<BankTransaction>[] = [
  {
    title: 'Transaction',
    takes_rest: true,
    cell: (one) => <RowTitle title={partyOf(one)} detail={<Detail one={one} />} />,
  },
  { title: 'Booked', from: 'sm', cell: ({ booked_date }) => <span className="whitespace-nowrap">{date(booked_date)}</span> },
  { title: 'Match', from: 'md', cell: (one) => <MatchCell one={one} /> },
  { title: 'Status', from: 'lg', cell: (one) => <Status value={stateOf(one)} /> },
  { title: 'Amount', align: 'right', cell: ({ amount, currency }) => money(amount, currency) },
]

/** The text of the payer, and on narrow screens what it probably pays. */
function Detail({ one }: { one: BankTransaction }) {
  const [best] = one.suggestions
  const text = one.name || one.iban ? one.text || one.reference : one.reference
  return (
    <>
      {best && <span className="text-ink md:hidden">{titleOf(best)}? </span>}
      {one.matches.length > 0 && one.status === 'unmatched' && <span className="text-warn lg:hidden">Partly matched. </span>}
      {text}
    </>
  )
}

/** What it is matched to, or what it probably pays and why. */
function MatchCell({ one }: { one: BankTransaction }) {
  const [best] = one.suggestions
  if (best)
    return (
      <span className="block w-[clamp(9rem,24vw,22rem)]">
        <span className="block truncate">{titleOf(best)}?</span>
        <span className="block truncate text-[13px] text-soft" title={best.reasons.join('. ')}>
          {best.reasons.join(' · ')}
        </span>
      </span>
    )
  return matchedTo(one.matches) || <span className="text-faint">{one.note || '—'}</span>
}
