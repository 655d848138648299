// What mails say, in the languages of documents: one file each, and the compiler keeps all of them whole.
import { ar } from './wording/ar.ts'
import { de } from './wording/de.ts'
import { en } from './wording/en.ts'
import { es } from './wording/es.ts'
import { fr } from './wording/fr.ts'
import { it } from './wording/it.ts'
import { ja } from './wording/ja.ts'
import { nl } from './wording/nl.ts'
import { pl } from './wording/pl.ts'
import { pt } from './wording/pt.ts'
import { sv } from './wording/sv.ts'
import type { Wording } from './wording/words.ts'

export const WORDINGS = { en, de, fr, es, pt, it, nl, pl, sv, ja, ar } as const satisfies Record<string, Wording>
export type Language = keyof typeof WORDINGS

/** Languages that are written from right to left. */
export const isRightToLeft = (language: Language) => language === 'ar'
