/** The day of a reminder, counted from the due date, in words. */
export function daysInWords(days: number): string {
  if (days === 0) return 'on the due date'
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  return `${count} ${days < 0 ? 'before' : 'after'} the due date`
}
