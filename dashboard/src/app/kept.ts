// What was typed and is not saved yet, kept in the browser as JSON: over a reload, over another page, over a closed tab.

const TAB_KEY = 'quoin.tab'

/** What is kept under `key`: by this tab, else what was kept last by any, for who closed the tab. The caller checks what it is. */
export function readKept(key: string): unknown {
  // '' is what this tab has saved, or thrown away: what another tab types is none of its business.
  const text = sessionStorage.getItem(key) ?? localStorage.getItem(key)
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/** Keeps `what` under `key`, for this tab and for who closes it. */
export function keep(key: string, what: object): void {
  const text = JSON.stringify({ ...what, tab: tabId() })
  sessionStorage.setItem(key, text)
  localStorage.setItem(key, text)
}

/** Keeps nothing under `key` any more; what another tab typed since stays. */
export function forgetKept(key: string): void {
  sessionStorage.setItem(key, '')
  try {
    const last = JSON.parse(localStorage.getItem(key) ?? '{}') as { tab?: string }
    if (last.tab !== undefined && last.tab !== tabId()) return
  } catch {
    // What can't be read is nobody's.
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
