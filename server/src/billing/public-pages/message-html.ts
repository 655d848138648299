// Pure: pages without a document. They depend on nothing but the language that the browser asks for.
import { html } from '../../kernel/html.ts'
import { LANGUAGES, type Language } from '../../kernel/languages.ts'
import { type Written, wholePage } from './document-html.ts'
import { WORDS } from './wording/all-words.ts'

export type Message = 'not_found' | 'too_many' | 'refused' | 'fault'

/** The page of a message. */
export function messageHtml(message: Message, accept_language: string | undefined): Written {
  const language = languageOf(accept_language)
  const words = WORDS[language]
  const content = html`<main class="one"><div class="card message"><h1>${words[message]}</h1><p>${words[`${message}_note`]}</p></div></main>`
  return wholePage({ language, title: words[message] }, content)
}

/** The first language of an Accept-Language header that there are words in: browsers list them in order. */
export function languageOf(accept_language = ''): Language {
  const asked = accept_language.split(',', 20).map((range) => range.trim().slice(0, 2).toLowerCase())
  return asked.find((one): one is Language => (LANGUAGES as readonly string[]).includes(one)) ?? 'en'
}
