// What is shown without data: while it loads, when there is none, or when something went wrong.

import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf, RequestFailed } from '../app/api.ts'
import { Button } from './button.tsx'

/** The sign of the house. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#3546c2" />
      <path d="M8 8h16v7h-9v9H8z" fill="#fff" />
      <path d="M18 18h6v6h-6z" fill="#a9b4ff" />
    </svg>
  )
}

/** The page before the session is known. */
export function Splash() {
  return (
    <main className="grid min-h-dvh place-items-center" aria-busy="true">
      <h1 className="sr-only">Loading</h1>
      <Mark size={40} />
    </main>
  )
}

/** Something could not be loaded: what, why, and a way to try again. */
export function Trouble({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const is_missing = error instanceof RequestFailed && error.status === 404
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-20 text-center">
      <h2>{is_missing ? 'There is nothing here' : 'This could not be loaded'}</h2>
      <p className="text-soft">{is_missing ? 'It was deleted, or belongs to another company.' : messageOf(error)}</p>
      {onRetry && !is_missing && (
        <Button onClick={onRetry}>
          <RefreshCw size={15} aria-hidden />
          Try again
        </Button>
      )}
    </div>
  )
}

/** An empty list: what belongs here, and how to add the first one. */
export function Empty({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-3 px-4 py-14 text-center">
      <h2 className="max-w-full wrap-anywhere">{title}</h2>
      <div className="w-full space-y-4 text-soft">{children}</div>
      {action}
    </div>
  )
}

/** A grey bar of the size of the content that is loading. */
export function Bone({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`skeleton h-4 ${className}`} />
}

/** Several lines of content that is loading. */
export function Bones({ lines = 4 }: { lines?: number }) {
  return (
    <div className="space-y-3 py-2" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move
        <Bone key={index} className={index % 3 === 2 ? 'w-1/2' : 'w-full'} />
      ))}
    </div>
  )
}
