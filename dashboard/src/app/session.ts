// The signed-in member, the answers of the dashboard's own endpoints, and how pages load data.

import {
  type MutateOptions,
  QueryClient,
  replaceEqualDeep,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { createContext, useContext, useRef, useState } from 'react'
import type { components, paths } from '../../../sdk/src/api.ts'
import type { Data, Options, PathOf } from '../../../sdk/src/types.ts'
import { nowMs } from '../ui/clock.ts'
import { today } from '../ui/format.ts'
import { api, createSender, currentCompany, dashboard, fillPath, keepVersion, RequestFailed, type Sender } from './api.ts'

export type Company = components['schemas']['SessionCompany']
/** The caller's level: `read` looks, `write` changes, `admin` administers. */
export type Level = Session['level']

export type Session = components['schemas']['Session']

/** The cache of everything that was asked for. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Unchanged parts stay the same objects, so that components showing them do not render again; the whole keeps its version.
      structuralSharing: (before, after) => {
        const shared: unknown = replaceEqualDeep(before, after)
        keepVersion(shared, after)
        return shared
      },
      // A refused request would be refused again; only requests that never arrived, or found the service busy, are retried.
      retry: (count, error) => count < 2 && (!(error instanceof RequestFailed) || error.status === 0 || error.status >= 500),
    },
  },
})

/** The session; null if nobody is signed in. */
export function useSession(): UseQueryResult<Session | null> {
  return useQuery({
    queryKey: ['session'],
    staleTime: 60_000,
    queryFn: async (): Promise<Session | null> => {
      try {
        return await dashboard<Session>('GET', '/session')
      } catch (error) {
        if (error instanceof RequestFailed && error.status === 401) return null
        throw error
      }
    },
  })
}

/** The session and the current company, known to every page inside the shell. */
export interface Desk {
  session: Session
  company: Company
}

/** Set once by the app, around all its pages. */
export const DeskContext = createContext<Desk | null>(null)

/** The session and company of a page inside the shell. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('useDesk outside of the app')
  return desk
}

/** The day that it is for the company at work: its own, whatever the zone of the browser, and by the clock of a sandbox. */
export function useToday(): string {
  return today(new Date(nowMs()), useDesk().company.time_zone)
}

/** Whether the person has `level`. */
export function useMay(level: Level): boolean {
  const order: Level[] = ['read', 'write', 'admin']
  return order.indexOf(useDesk().session.level) >= order.indexOf(level)
}

/** After how many milliseconds an endpoint is read again; a function decides by the latest answer, and undefined means never. */
type Refetch<T> = number | ((latest: T | undefined) => number | undefined)

/** Reads an endpoint of `/v1` and keeps the answer. `enabled: false` waits. */
export function useApi<P extends PathOf<'get'>>(
  path: P,
  options?: Omit<Options<P, 'get'>, 'headers' | 'signal'>,
  settings: { is_enabled?: boolean; keeps_previous?: boolean; refetch_ms?: Refetch<Data<P, 'get'>> | undefined } = {},
): UseQueryResult<Data<P, 'get'>> {
  const { refetch_ms } = settings
  return useQuery({
    queryKey: [currentCompany(), path, options ?? {}],
    // biome-ignore lint/suspicious/noExplicitAny: the options were checked against the path above
    queryFn: ({ signal }) => (api.get as any)(path, { ...options, signal }) as Promise<Data<P, 'get'>>,
    enabled: settings.is_enabled ?? true,
    ...(typeof refetch_ms === 'function'
      ? { refetchInterval: ({ state }: { state: { data?: Data<P, 'get'> } }) => refetch_ms(state.data) ?? false }
      : refetch_ms
        ? { refetchInterval: refetch_ms }
        : {}),
    // While the next page loads the last one stays, so that nothing jumps.
    ...(settings.keeps_previous ? { placeholderData: (previous: Data<P, 'get'> | undefined) => previous } : {}),
  } as Parameters<typeof useQuery>[0]) as UseQueryResult<Data<P, 'get'>>
}

/** Reads an endpoint of `/v1` again, bypassing the cache, and updates everything that shows the answer. */
export async function readAnew<P extends PathOf<'get'>>(
  path: P,
  options: Omit<Options<P, 'get'>, 'headers' | 'signal'>,
): Promise<Data<P, 'get'>> {
  // biome-ignore lint/suspicious/noExplicitAny: the options were checked against the path above
  const read = (await (api.get as any)(path, options)) as Data<P, 'get'>
  queries.setQueryData([currentCompany(), path, options], read)
  return read
}

/** The paths of the dashboard's own endpoints that can be read. */
type DashboardPath = { [P in keyof paths & `/dashboard/${string}`]: Data<P, 'get'> extends never ? never : P }[keyof paths &
  `/dashboard/${string}`]

/** Reads an endpoint of the dashboard that answers for the organization, and keeps the answer. */
export function useDashboard<P extends DashboardPath>(path: P): UseQueryResult<Data<P, 'get'>> {
  return useQuery({
    queryKey: ['dashboard', path],
    queryFn: ({ signal }) => dashboard<Data<P, 'get'>>('GET', path.replace('/dashboard/api', ''), { signal }),
  } as Parameters<typeof useQuery>[0]) as UseQueryResult<Data<P, 'get'>>
}

/** Reads an endpoint of the dashboard that answers for the company at work, and keeps the answer. */
export function useCompanyDashboard<P extends DashboardPath>(
  path: P,
  options?: Omit<Options<P, 'get'>, 'headers' | 'signal'>,
  settings: { is_enabled?: boolean; keeps_previous?: boolean; refetch_ms?: number } = {},
): UseQueryResult<Data<P, 'get'>> {
  return useQuery({
    queryKey: [currentCompany(), path, options ?? {}],
    queryFn: ({ signal }) => readCompanyDashboard(path, options, signal),
    enabled: settings.is_enabled ?? true,
    ...(settings.refetch_ms ? { refetchInterval: settings.refetch_ms } : {}),
    ...(settings.keeps_previous ? { placeholderData: (previous: Data<P, 'get'> | undefined) => previous } : {}),
  } as Parameters<typeof useQuery>[0]) as UseQueryResult<Data<P, 'get'>>
}

/** Asks an endpoint of the dashboard that answers for the company at work. Throws RequestFailed. */
export function readCompanyDashboard<P extends DashboardPath>(
  path: P,
  options: Omit<Options<P, 'get'>, 'headers' | 'signal'> | undefined,
  signal: AbortSignal,
): Promise<Data<P, 'get'>> {
  const { path: values, query } = (options ?? {}) as { path?: Record<string, string>; query?: object }
  return dashboard<Data<P, 'get'>>('GET', fillPath(path.replace('/dashboard/api', ''), values), {
    query: { company_id: currentCompany(), ...query },
    signal,
  })
}

/** Longer than the clicks of a double click are apart. */
const SAME_CLICK_MS = 600

/**
 * Changes something, once for each time that it is intended; afterwards everything on the screen is loaded again.
 *
 * `change` can only send by the sender that it gets: whatever is sent again with the same content, by a second click,
 * Enter, or after a lost answer, has the same Idempotency-Key. While a change is running a second call does nothing.
 * `repeats` is for controls that stay on the page and may repeat the same content on purpose: a switch, a timer, saved settings.
 */
export function useChange<Input, Output>(
  change: (send: Sender, input: Input) => Promise<Output>,
  onDone?: (output: Output, input: Input) => void,
  { repeats = false } = {},
) {
  const [sender] = useState(createSender)
  const running = useRef(new Map<string, Promise<Output>>())
  const mutation = useMutation({
    mutationFn: (input: Input) => change(sender, input),
    onSuccess: async (output, input) => {
      if (repeats) sender.renew()
      onDone?.(output, input)
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
    },
  })
  const mutateAsync = (input: Input, options?: MutateOptions<Output, Error, Input>): Promise<Output> => {
    // A form that is under way takes nothing else; of buttons that repeat, several may be.
    const name = repeats ? JSON.stringify(input ?? null) : ''
    const known = running.current.get(name)
    if (known) return known
    const started = (mutation.mutateAsync as typeof mutateAsync)(input, options)
    running.current.set(name, started)
    const end = () => running.current.delete(name)
    started.then(() => (repeats ? setTimeout(end, SAME_CLICK_MS) : end()), end)
    return started
  }
  const mutate = (input: Input, options?: MutateOptions<Output, Error, Input>) => void mutateAsync(input, options).catch(() => {})
  return { ...mutation, mutate, mutateAsync }
}
