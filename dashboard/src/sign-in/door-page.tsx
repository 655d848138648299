import type { ReactNode } from 'react'
import { Mark } from '../ui/states.tsx'

/** The frame of the pages in front of the app. */
export function DoorPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh content-start justify-items-center px-4 pt-[14dvh] pb-10">
      <div className="w-full max-w-[360px]">
        <Mark size={36} />
        <h1 className="mt-5 mb-6">{title}</h1>
        {children}
      </div>
    </main>
  )
}
