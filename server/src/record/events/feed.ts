// Wakes followers when events were stored: at once for commits of this process, after a short while for those of others.

import type { CompanyId } from '../../kernel/ids.ts'
import type { Database, Tx } from '../../sql/database.ts'
import { companyOfTopic } from './record.ts'
import { listHeads } from './repository.ts'

/** How often it looks for commits of other processes: the command line writes to the same file. */
const POLL_MS = 500

/** Wakes the followers of a company's events. */
export interface EventFeed {
  /**
   * Calls `listener` when events of the company may have been stored: soon after each commit, sometimes without one. It is only a hint
   * to look; nothing is missed between two looks. Returns the function that ends it.
   */
  follow(company_id: CompanyId, listener: () => void): () => void
  /** Ends it for all. */
  stop(): void
}

/** The followers of one company. */
interface Followed {
  listeners: Set<() => void>
  /** The company's last event when it was last looked at; undefined before the first time. */
  sequence: number | undefined
}

/** Makes the feed of a database. It costs nothing without followers. */
export function createEventFeed(database: Database, poll_ms = POLL_MS): EventFeed {
  const followed = new Map<CompanyId, Followed>()
  let timer: NodeJS.Timeout | undefined
  let is_stopped = false

  const wake = (company: Followed | undefined) => {
    for (const listener of company?.listeners ?? []) listener()
  }
  const stopListening = database.onNotify((topics) => {
    for (const topic of topics) {
      const company_id = companyOfTopic(topic)
      if (company_id !== undefined) wake(followed.get(company_id))
    }
  })
  const look = async (tx: Tx) => {
    for (const { company_id, sequence } of await listHeads(tx, [...followed.keys()])) {
      const company = followed.get(company_id)
      if (!company || company.sequence === sequence) continue
      company.sequence = sequence
      wake(company)
    }
  }
  const poll = async () => {
    // A database that does not answer is retried; the followers see the fault themselves.
    await database.read(look).catch(() => {})
    timer = undefined
    pollSoon()
  }
  const pollSoon = () => {
    if (timer !== undefined || is_stopped || followed.size === 0) return
    timer = setTimeout(poll, poll_ms)
    timer.unref()
  }
  return {
    follow(company_id, listener) {
      const company = followed.get(company_id) ?? { listeners: new Set(), sequence: undefined }
      followed.set(company_id, company)
      // A separate function, so that the same listener can follow twice.
      const own = () => listener()
      company.listeners.add(own)
      pollSoon()
      return () => {
        company.listeners.delete(own)
        if (company.listeners.size === 0 && followed.get(company_id) === company) followed.delete(company_id)
      }
    },
    stop() {
      is_stopped = true
      clearTimeout(timer)
      stopListening()
      followed.clear()
    },
  }
}
