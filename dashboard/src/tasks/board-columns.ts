// The content of a board: each column is a separate list, so that many completed tasks don't crowd out the few in progress.

import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { api, currentCompany } from '../app/api.ts'
import { readCompanyDashboard } from '../app/session.ts'
import type { BoardColumn, Card } from './board-moves.ts'
import { TASK_STATUSES } from './task-statuses.ts'

/** The filters of a board. */
export interface BoardFilters {
  search?: string | undefined
  priority?: Card['priority'] | undefined
  assigned_to?: string | undefined
}

interface Answer {
  tasks: readonly Card[]
  pagination: { total: number }
}

const MOST_CARDS = 50

/** The columns of the board of a project, or of all projects; and the first that could not be loaded. */
export function useBoardColumns(
  project_id: string | undefined,
  filters: BoardFilters,
): { columns: BoardColumn[]; failed?: UseQueryResult } {
  const answers = useQueries({
    queries: TASK_STATUSES.map((status) => ({
      queryKey: [currentCompany(), 'board', project_id ?? 'all', filters, status],
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<Answer> => {
        const { priority, ...others } = filters
        const query = { ...others, priority: priority && [priority], status: [status], limit: MOST_CARDS }
        return project_id
          ? api.get('/v1/projects/{id}/tasks', { path: { id: project_id }, query, signal })
          : readCompanyDashboard('/dashboard/api/tasks', { query }, signal)
      },
      placeholderData: (previous: Answer | undefined) => previous,
    })),
  })
  const columns = TASK_STATUSES.map((status, index) => ({
    status,
    cards: answers[index]?.data?.tasks,
    total: answers[index]?.data?.pagination.total ?? 0,
  }))
  const failed = answers.find((one) => one.error)
  return { columns, ...(failed ? { failed } : {}) }
}
