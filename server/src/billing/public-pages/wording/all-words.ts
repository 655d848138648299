import type { Language } from '../../../kernel/languages.ts'
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
import type { Words } from './words.ts'

/** The words of public pages in every language. */
export const WORDS: Readonly<Record<Language, Words>> = { en, de, fr, es, pt, it, nl, pl, sv, ja, ar }
