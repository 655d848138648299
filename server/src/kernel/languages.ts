// The languages that documents and mails are written in.

/** By their ISO 639-1 codes; the first is the default. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'sv', 'ja', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

/** Which way a language is read. */
export const readingDirection = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')
