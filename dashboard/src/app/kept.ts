// Unsaved input, kept in the browser as JSON: it survives a reload, another page, and a closed tab.

const TAB_KEY = 'quoin.tab'

/** The value stored under `key`: by this tab, else the last one by any tab, for people who closed theirs. The caller validates it. */
export function readKept(key: string): unknown {
  // '' means that this tab has saved or discarded its input: what another tab has typed is ignored.
  const text = sessionStorage.getItem(key) ?? localStorage.getItem(key)
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/** Stores `what` under `key`, for this tab and for people who close it. */
export function keep(key: string, what: object): void {
  const text = JSON.stringify({ ...what, tab: tabId() })
  sessionStorage.setItem(key, text)
  localStorage.setItem(key, text)
}

/** Removes what is stored under `key`; what another tab has typed since stays. */
export function forgetKept(key: string): void {
  sessionStorage.setItem(key, '')
  try {
    const last = JSON.parse(localStorage.getItem(key) ?? '{}') as { tab?: string }
    if (last.tab !== undefined && last.tab !== tabId()) return
  } catch {
    // Invalid values are ignored.
  }
  localStorage.removeItem(key)
}

/** Whether anything that was typed is kept. */
export function hasKept(): boolean {
  return [sessionStorage, localStorage].some((storage) =>
    Object.keys(storage).some((key) => key.startsWith('quoin.draft.') && storage.getItem(key)),
  )
}

function tabId(): string {
  const known = sessionStorage.getItem(TAB_KEY)
  if (known) return known
  const id = crypto.randomUUID()
  sessionStorage.setItem(TAB_KEY, id)
  return id
}
