// Saves over what a form has loaded: never over what somebody else has saved meanwhile.

import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { RequestFailed, versionOf } from './api.ts'

/** Somebody else, or another tab, has saved what a form shows; `newer` is the current object. */
export class ChangedMeanwhile<T> extends Error {
  readonly newer: T

  constructor(newer: T) {
    super('This was changed meanwhile')
    this.name = 'ChangedMeanwhile'
    this.newer = newer
  }
}

/**
 * Saves over the given version only. If the object has a newer one by now, but nothing that the form shows is different (its sums
 * change with every hour, for example), it is saved over that. Throws ChangedMeanwhile, and what `patch` throws.
 */
export async function saveOver<T extends object>(parts: {
  version: string | undefined
  patch: (if_match: string | undefined) => Promise<T>
  read: () => Promise<T>
  isSame: (newer: T) => boolean
}): Promise<T> {
  try {
    return await parts.patch(parts.version)
  } catch (error) {
    if (!(error instanceof RequestFailed) || error.code !== 'precondition_failed') throw error
    const newer = await parts.read()
    if (parts.isSame(newer)) return parts.patch(versionOf(newer))
    throw new ChangedMeanwhile(newer)
  }
}

/** What a dialog edits: the object that it started with, and how to save over it. `form_key` changes when the form must start over. */
export function useEdited<T extends object>(given: T | undefined, fields: readonly string[], read: () => Promise<T>) {
  const [base, setBase] = useState(given)
  const [generation, setGeneration] = useState(0)
  const fieldOf = (object: T, field: string) => JSON.stringify((object as Record<string, unknown>)[field] ?? null)
  return {
    base,
    form_key: generation,
    save: (patch: (if_match: string | undefined) => Promise<T>): Promise<T> =>
      saveOver({
        version: base && versionOf(base),
        patch,
        read,
        isSame: (newer) => base !== undefined && fields.every((field) => fieldOf(newer, field) === fieldOf(base, field)),
      }),
    /** Continues from the newer version: with the typed input, or without it. */
    goOn: (newer: T, keeps_typed: boolean) => {
      setBase(newer)
      if (!keeps_typed) setGeneration(generation + 1)
    },
  }
}

/** Says that what the form shows was changed meanwhile, and lets the person choose. Renders nothing for other errors. */
export function Conflict<T>({ error, onGoOn }: { error: unknown; onGoOn: (newer: T, keeps_typed: boolean) => void }) {
  if (!(error instanceof ChangedMeanwhile)) return null
  return (
    <div role="alert" className="space-y-2 rounded-[7px] bg-warn-wash px-3 py-2 text-[13px] text-warn">
      <p>This was changed meanwhile, by somebody else or in another tab. What you typed is still here, and not saved.</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onGoOn(error.newer, false)}>Load the newer version</Button>
        <Button onClick={() => onGoOn(error.newer, true)}>Keep what I typed</Button>
      </div>
    </div>
  )
}
