// The machinery of lists: a table whose rows are links, and its pages, which live in the address.

import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight } from 'lucide-react'
import { memo, type ReactNode, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { usePageSearch } from '../app/search.ts'
import { Button } from './button.tsx'
import { useRowKeys } from './hotkeys.ts'
import { ariaSort, nextSort } from './sort-order.ts'
import { Bone, Trouble } from './states.tsx'

/** Objects on a page of a list. */
export const PAGE_SIZE = 50

/** Rows of a list that is already known that are drawn with the page itself: about as many as a screen has. */
const FIRST_ROWS = 16
/** Of a row with two lines, half a pixel too much rather than too little: Back must find the place where it was. */
const ROW_HEIGHT_PX = 54
const FADES_AFTER_MS = 150

/** One column: its content, and below which width it is hidden. The first column is the row's link. */
export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  align?: 'right'
  from?: 'sm' | 'md' | 'lg'
  /** The first column takes what the others leave on wide screens too, and truncates its text. Its neighbours must not wrap. */
  takes_rest?: boolean
  /** The field of the API that a click on the column's head sorts by. */
  sort?: string
}

interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  error?: unknown
  onRetry?: () => void
  /** Wraps the first cell in the row's link or button, with `className={ROW_LINK}` and `data-row`. As the cells, it depends on the row alone. */
  link: (row: Row, content: ReactNode) => ReactNode
  empty: ReactNode
  /** The next page is on its way. */
  is_stale?: boolean
  skeleton_rows?: number
  /** How the list is sorted while the address says nothing: `-created_at`. */
  standard_sort?: string
}

/** The classes of a row's link: it covers the whole row, so that a row opens wherever it is clicked. */
export const ROW_LINK =
  'block w-full text-left outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent'

/** On narrow screens the first cell takes what the others leave, and truncates its text; nothing scrolls sideways. */
const FIRST_CELL = 'max-sm:w-full max-sm:max-w-0'

const FROM = { sm: 'hidden sm:table-cell', md: 'hidden md:table-cell', lg: 'hidden lg:table-cell' }

/** A table of objects; arrows, j and k go through its rows, Enter opens one. */
export function DataTable<Row extends { id: string }>(props: TableProps<Row>) {
  const { label, columns, rows, error, onRetry, link, empty, is_stale = false, skeleton_rows = 8, standard_sort = '' } = props
  const [{ sort = standard_sort }] = usePageSearch()
  // A click or key is answered at once, by the heads and the first rows; the rest is drawn right after that frame.
  const deferred = useDeferredValue(rows, rows?.slice(0, FIRST_ROWS))
  // The first answer is drawn together with everything around the list, so that it moves nothing afterwards.
  const drawn = deferred ?? rows
  const latest_link = useRef(link)
  latest_link.current = link
  const linkOf = useCallback((row: Row, content: ReactNode) => latest_link.current(row, content), [])
  const is_late = useLate(is_stale)
  useRowKeys()
  if (error) return <Trouble error={error} onRetry={onRetry} />
  if (rows?.length === 0) return <div className="card">{empty}</div>
  return (
    <div
      className={`card @container overflow-x-auto transition-opacity ${is_late ? 'opacity-60' : ''}`}
      aria-busy={!rows || is_stale || drawn !== rows}
    >
      {/* Columns are as wide as their content: until that is known their titles would be misplaced, and then jump. */}
      <table key={drawn ? 'rows' : 'bones'} className="w-full border-collapse">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="border-b border-line text-[13px] text-soft">
            {columns.map((column) => (
              <th
                key={column.title}
                scope="col"
                aria-sort={column.sort === undefined ? undefined : ariaSort(sort, column.sort)}
                className={`h-10 font-medium whitespace-nowrap ${cellClass(column)}`}
              >
                {!drawn ? (
                  <span className="invisible">{column.title}</span>
                ) : column.sort ? (
                  <SortButton column={column} field={column.sort} standard={standard_sort} />
                ) : (
                  column.title
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {drawn
            ? drawn.map((row) => <TableRow key={row.id} row={row} columns={columns} link={linkOf} />)
            : Array.from({ length: skeleton_rows }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they never move
                <tr key={index} className="h-[52px] border-b border-line last:border-0">
                  {columns.map((column, at) => (
                    <td key={column.title} className={cellClass(column)}>
                      <Bone className={at === 0 ? 'w-32 sm:w-40' : 'ml-auto w-14'} />
                    </td>
                  ))}
                </tr>
              ))}
          {drawn && rows && rows.length > drawn.length && drawn.length === FIRST_ROWS && (
            <tr style={{ height: (rows.length - drawn.length) * ROW_HEIGHT_PX }} />
          )}
        </tbody>
      </table>
    </div>
  )
}

/**
 * Whether the next page has been loading for a while. A fast one must not make the list flicker, nor become a layer of its
 * own, which a delay in the style would cause from the click on.
 */
function useLate(is_stale: boolean): boolean {
  const [is_late, setLate] = useState(false)
  useEffect(() => {
    if (!is_stale) return
    const timer = setTimeout(() => setLate(true), FADES_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [is_stale])
  return is_late
}

/** One row. It is drawn again only when its object is another: whatever else of the page changes costs nothing. */
const TableRow = memo(function TableRow<Row>({ row, columns, link }: Pick<TableProps<Row>, 'columns' | 'link'> & { row: Row }) {
  return (
    <tr className="relative h-[52px] border-b border-line last:border-0 hover:bg-sunken/60 has-[[data-row]:focus-visible]:bg-sunken">
      {columns.map((column, index) => (
        <td
          key={column.title}
          className={`py-1.5 ${cellClass(column)} ${column.takes_rest ? 'w-full max-w-0' : index === 0 ? FIRST_CELL : ''}`}
        >
          {index === 0 ? link(row, column.cell(row)) : column.cell(row)}
        </td>
      ))}
    </tr>
  )
}) as <Row>(props: Pick<TableProps<Row>, 'columns' | 'link'> & { row: Row }) => ReactNode

function cellClass<Row>(column: Column<Row>): string {
  return `px-2.5 first:pl-4 last:pr-4 sm:px-4 ${column.align === 'right' ? 'text-right figures whitespace-nowrap' : 'text-left'} ${column.from ? FROM[column.from] : ''}`
}

/** The head of a column that sorts; its arrow says which way. */
function SortButton({
  column,
  field,
  standard,
}: {
  column: { title: string; align?: 'right' }
  field: string
  standard: string
}) {
  const [{ sort = standard }, change] = usePageSearch()
  const direction = ariaSort(sort, field)
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={() => change({ sort: nextSort(sort, field, standard) })}
      className={`group -mx-1.5 inline-flex h-8 items-center gap-1 rounded-[5px] px-1.5 font-medium hover:text-ink ${direction ? 'text-ink' : ''} ${column.align ? 'flex-row-reverse' : ''}`}
    >
      {column.title}
      <Arrow
        size={13}
        aria-hidden
        className={direction ? '' : 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60'}
      />
    </button>
  )
}

/** Two lines in a row's first cell: its name, and what distinguishes it. */
export function RowTitle({ title, detail }: { title: ReactNode; detail?: ReactNode }) {
  return (
    <>
      <span className="block truncate font-medium sm:max-w-[min(24rem,45cqw)]">{title}</span>
      {detail && <span className="block truncate text-[13px] text-soft sm:max-w-[min(24rem,45cqw)]">{detail}</span>}
    </>
  )
}

/** The title of a page, what is next to it, and its actions; `c` presses the first one that creates something. */
export function PageHeader({ title, detail, children }: { title: ReactNode; detail?: ReactNode; children?: ReactNode }) {
  const text = typeof title === 'string' ? title : undefined
  useEffect(() => {
    if (text) document.title = `${text} · Quoin`
  }, [text])
  return (
    <header className="mb-5 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-32">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 wrap-anywhere">{title}</h1>
          {detail}
        </div>
      </div>
      {children && (
        <div
          data-print="none"
          className="flex flex-wrap gap-2 max-sm:[&>:not(.size-9)]:grow max-sm:[&>fieldset>:not(.size-9)]:grow"
        >
          {children}
        </div>
      )}
    </header>
  )
}

/** Where in the list the page is, and the way to the next. */
export function Pager({ total, limit = PAGE_SIZE }: { total: number | undefined; limit?: number }) {
  const [search, change] = usePageSearch()
  const offset = Number(search.offset ?? 0)
  if (total === undefined || (total <= limit && offset === 0)) return <div className="h-9" />
  return (
    <nav aria-label="Pages of the list" className="mt-3 flex h-9 items-center justify-end gap-2 text-soft">
      <span className="figures mr-2" aria-live="polite">
        {Math.min(offset + 1, total)}–{Math.min(offset + limit, total)} of {total}
      </span>
      <Button
        size="icon"
        aria-label="Previous page"
        disabled={offset === 0}
        onClick={() => change({ offset: String(Math.max(0, offset - limit)) })}
      >
        <ChevronLeft size={16} aria-hidden />
      </Button>
      <Button
        size="icon"
        aria-label="Next page"
        disabled={offset + limit >= total}
        onClick={() => change({ offset: String(offset + limit) })}
      >
        <ChevronRight size={16} aria-hidden />
      </Button>
    </nav>
  )
}

/** A list of facts: names and values. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="space-y-2.5">
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-x-4">
          <dt className="shrink-0 text-soft">{name}</dt>
          <dd className="figures min-w-0 text-right wrap-anywhere">{value || <span className="text-faint">—</span>}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The button below a list with a cursor: loads the next page of `pages`, an infinite query. Its space stays when there is none. */
export function ShowOlder({
  pages,
}: {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}) {
  return (
    <div className="mt-3 flex h-9 justify-center">
      {pages.hasNextPage && (
        <Button is_busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Show older
        </Button>
      )}
    </div>
  )
}
