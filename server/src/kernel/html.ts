// HTML that is put together safely: what is put into `html` is text, and is escaped, unless it was made by `html` itself.

/** A piece of HTML. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[]

/**
 * Makes HTML: `` html`<p title="${name}">${name}</p>` ``. Values are escaped for elements and for attributes in double quotes; lists are joined;
 * null, undefined and false are nothing. Never put a value into an attribute without quotes, into a style or into a script.
 */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = texts[0]!
  for (const [index, part] of parts.entries()) text += written(part) + texts[index + 1]
  return new Html(text)
}

/** A text of ours that is HTML already, as a style sheet. */
export const trusted = (text: string) => new Html(text)

function written(part: Part): string {
  if (part instanceof Html) return part.text
  if (part === null || part === undefined || part === false) return ''
  if (Array.isArray(part)) return part.map(written).join('')
  return escapeHtml(String(part))
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** The text for elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]!)
}
