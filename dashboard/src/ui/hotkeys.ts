import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Set to `off` by people who use speech input, or hit keys by accident: then a single letter does nothing. */
const KEY = 'quoin.letters'
const listeners = new Set<() => void>()

/** Whether single letters are shortcuts in this browser, and how that is changed. */
export function useLetters(): [boolean, (is_on: boolean) => void] {
  const is_on = useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, areLettersOn)
  const set = (next: boolean) => {
    if (next) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
    for (const listener of listeners) listener()
  }
  return [is_on, set]
}

function areLettersOn(): boolean {
  return localStorage.getItem(KEY) !== 'off'
}

/**
 * Calls `act` on a key: a letter (`c`), or `mod+k` for Ctrl or Command.
 *
 * Plain letters wait while something is typed, and while a dialog is open; they can be switched off.
 */
export function useHotkey(key: string, act: () => void, is_on = true): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (!is_on) return
    const listen = (event: KeyboardEvent) => {
      // Of several lists on a page the first answers.
      if (event.defaultPrevented) return
      const needs_mod = key.startsWith('mod+')
      if (event.key.toLowerCase() !== key.replace('mod+', '') || (event.ctrlKey || event.metaKey) !== needs_mod || event.altKey)
        return
      if (!needs_mod && (!areLettersOn() || isTyping(event.target) || document.querySelector('dialog:modal'))) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [key, is_on])
}

/** What saves the open page, if that is more than the focused form. */
let savePage: (() => void) | undefined

/** Defines what Ctrl Enter does on a page, wherever the focus is. */
export function usePageSave(save: () => void): void {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const own = () => latest.current()
    savePage = own
    return () => {
      if (savePage === own) savePage = undefined
    }
  }, [])
}

/**
 * Ctrl or Command with Enter saves: the form of the open dialog, else the page, else the focused form. It presses the form's
 * own button, so that it can only do what a click can. Used once, around all pages.
 */
export function useSaveKey(): void {
  useHotkey('mod+enter', () => {
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
    if (!dialog && savePage) return savePage()
    const form = dialog ? dialog.querySelector('form') : document.activeElement?.closest('form')
    form?.querySelector<HTMLButtonElement>('button[type=submit]:enabled')?.click()
  })
}

/** Moves the focus through the rows of all lists of the page: j, k, and the arrows once a row has the focus. A row has `data-row`. */
export function useRowKeys(): void {
  useHotkey('j', () => step(1))
  useHotkey('k', () => step(-1))
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // Outside of a row the arrows scroll, as everywhere.
      if (!(event.target as HTMLElement).matches?.('[data-row]') || event.defaultPrevented) return
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      step(event.key === 'ArrowDown' ? 1 : -1)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = rows[at === -1 ? (by === 1 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by))]
  next?.focus()
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
}
