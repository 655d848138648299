import { toast } from '../ui/toast.tsx'
import { messageOf } from './api.ts'

/** Reports a failure in a message: for actions without a place on the page for their error, such as Undo and single keys. */
export function orSay(work: Promise<unknown>, about?: string): void {
  work.catch((error) => toast(messageOf(error), 'error', about === undefined ? {} : { about }))
}
