import { createContext, useContext } from 'react'

/** The dialog around some content: how it learns of what happened in it, and how it is closed. */
export const AroundContent = createContext<{ copied: () => void; saved: () => void; end: () => void } | undefined>(undefined)

/** Tells the dialog around that what was typed is saved, where the dialog stays open after that: it closes without asking again. */
export function useSaved(): () => void {
  const around = useContext(AroundContent)
  return () => around?.saved()
}
