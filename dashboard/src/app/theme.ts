import { useSyncExternalStore } from 'react'

/** `system` follows the system's setting. `public/theme.js` applies the same choice before the first paint. */
export type Theme = 'system' | 'light' | 'dark'

const KEY = 'quoin.theme'
const listeners = new Set<() => void>()

/** The chosen theme, and how it is chosen. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, current), choose]
}

function current(): Theme {
  const chosen = document.documentElement.dataset['theme']
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

function choose(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset['theme']
    localStorage.removeItem(KEY)
  } else {
    document.documentElement.dataset['theme'] = theme
    localStorage.setItem(KEY, theme)
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
