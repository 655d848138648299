// What a write says when it meets a figure that can't be right: the write goes on, and a listener has the company's figures repaired.
import type { CompanyId } from '../kernel/ids.ts'

/** Where a figure was met that the rows contradict. */
export interface Drift {
  company_id: CompanyId
  figure: string
  cell: string
}

const TOPIC = 'figures-drift'

/** The topic that a commit notifies of (`WriteTx.notify`). */
export const driftTopic = ({ company_id, figure, cell }: Drift) => `${TOPIC}:${company_id}:${figure}:${cell}`

/** What such a topic says; undefined for any other. */
export function readDrift(topic: string): Drift | undefined {
  const [name, company_id, figure, ...cell] = topic.split(':')
  return name === TOPIC ? { company_id: company_id as CompanyId, figure: figure!, cell: cell.join(':') } : undefined
}
