import { createContext } from 'react'

/** The dialog around something that is shown only once: what tells it that it was copied, and what closes it. */
export const ShownOnce = createContext<{ copied: () => void; end: () => void } | undefined>(undefined)
