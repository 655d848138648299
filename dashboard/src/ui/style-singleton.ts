// Replaces the package react-style-singleton (see vite.config.ts), with the same exports: its styles go into a constructed
// stylesheet instead of a <style> element, which `style-src 'self'` would refuse.

import { useEffect } from 'react'

/** Adds a text of styles to the document while at least one user of it is there. */
export function stylesheetSingleton(): { add: (style: string) => void; remove: () => void } {
  let users = 0
  const sheet = new CSSStyleSheet()
  return {
    add(style) {
      if (users++ > 0) return
      sheet.replaceSync(style)
      document.adoptedStyleSheets.push(sheet)
    },
    remove() {
      if (--users > 0) return
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    },
  }
}

/** A component that adds the styles given to it for as long as it is shown. */
export function styleSingleton(): (props: { styles: string; dynamic?: boolean }) => null {
  const sheet = stylesheetSingleton()
  // biome-ignore lint/correctness/noComponentHookFactories: the package that this replaces is one
  return function Style({ styles }) {
    useEffect(() => {
      sheet.add(styles)
      return () => sheet.remove()
    }, [styles])
    return null
  }
}
