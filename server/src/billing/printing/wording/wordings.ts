// The languages that documents are printed in.
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { sv } from './sv.ts'
import type { Wording } from './wording.ts'

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'sv', 'ja', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

export const WORDINGS: Readonly<Record<Language, Wording>> = { en, de, fr, es, pt, it, nl, pl, sv, ja, ar }

/** Which way the language is read. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/** A text of a wording with its places filled: `fill('Page {page}', { page: '2' })`. A value is never looked into for places again. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
}
