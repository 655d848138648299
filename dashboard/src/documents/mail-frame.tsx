import { useMemo, useRef, useState } from 'react'

const STYLE = /<style>([\s\S]*?)<\/style>/
const LEAST_PX = 280

/**
 * A mail as its readers see it. It runs no script and leads nowhere: the frame is closed off (`sandbox`). The policy of the pages refuses styles
 * that are written in HTML, so they are taken out of it and set by us.
 */
export function MailFrame({ html, label }: { html: string; label: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(LEAST_PX)
  const { page, css } = useMemo(() => withoutStyles(html), [html])
  const dress = () => {
    const shown = frame.current?.contentDocument
    const view = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined
    if (!shown || !view) return
    for (const element of shown.querySelectorAll<HTMLElement>('[data-style]'))
      element.style.cssText = element.dataset['style'] ?? ''
    const sheet = new view.CSSStyleSheet()
    sheet.replaceSync(css)
    shown.adoptedStyleSheets = [sheet]
    for (const link of shown.querySelectorAll('a')) link.tabIndex = -1
    shown.addEventListener('click', (event) => event.preventDefault())
    setHeight(Math.max(LEAST_PX, shown.documentElement.scrollHeight))
  }
  return (
    <iframe
      ref={frame}
      title={label}
      // Without scripts: the same origin only lets us set the styles.
      sandbox="allow-same-origin"
      srcDoc={page}
      onLoad={dress}
      style={{ height }}
      className="w-full rounded-[7px] border border-line bg-white"
    />
  )
}

/** The HTML without what the policy refuses. Quotes in its texts are written as entities, so an attribute is where it looks like one. */
function withoutStyles(html: string): { page: string; css: string } {
  return { page: html.replace(STYLE, '').replaceAll(' style="', ' data-style="'), css: STYLE.exec(html)?.[1] ?? '' }
}
