// The period of the payments page. Pure.

export interface Period {
  from: string
  to: string
}

const two = (value: number) => String(value).padStart(2, '0')

/** The last day of a month, whose number is 1 to 12. */
function lastDay(year: number, month: number): string {
  return `${year}-${two(month)}-${two(new Date(Date.UTC(year, month, 0)).getUTCDate())}`
}

/** The periods that a click chooses, on a day (YYYY-MM-DD). */
export function periodsOn(today: string): Record<'month' | 'last' | 'year', Period> {
  const [year, month] = today.split('-').map(Number) as [number, number]
  const [last_year, last_month] = month === 1 ? [year - 1, 12] : [year, month - 1]
  return {
    month: { from: `${year}-${two(month)}-01`, to: lastDay(year, month) },
    last: { from: `${last_year}-${two(last_month)}-01`, to: lastDay(last_year, last_month) },
    year: { from: `${year}-01-01`, to: `${year}-12-31` },
  }
}

/** The period that an address names; what it leaves out is that of this month, or the same day where that would be the wrong way round. */
export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }, today: string): Period {
  const { month } = periodsOn(today)
  if (from !== undefined && to !== undefined) return { from, to }
  if (from !== undefined) return { from, to: month.to < from ? from : month.to }
  if (to !== undefined) return { from: month.from > to ? to : month.from, to }
  return month
}
