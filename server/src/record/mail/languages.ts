// What mails say, in the languages of documents: one file each, and the compiler keeps all of them whole.
import type { Language } from '../../kernel/languages.ts'
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

export const WORDINGS: Readonly<Record<Language, Wording>> = { en, de, fr, es, pt, it, nl, pl, sv, ja, ar }
