import { createContext } from 'react'

/** The dialog around something that is shown only once: how it learns that it was copied, and how it is closed. */
export const ShownOnce = createContext<{ copied: () => void; end: () => void } | undefined>(undefined)
