import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LANGUAGES } from '../../../kernel/languages.ts'
import { en } from './en.ts'
import { WORDINGS } from './wordings.ts'

const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()

describe('the wording of documents', () => {
  for (const language of LANGUAGES) {
    const wording: Record<string, string> = { ...WORDINGS[language] }

    test(`${language} has every text, and none is empty`, () => {
      assert.deepEqual(Object.keys(wording), Object.keys(en))
      assert.deepEqual(
        Object.keys(wording).filter((key) => wording[key]!.trim() !== wording[key] || wording[key] === ''),
        [],
      )
    })

    test(`${language} has the same places for values as English`, () => {
      for (const [key, text] of Object.entries(en)) assert.deepEqual(places(wording[key]!), places(text), key)
    })

    if (language !== 'en') {
      test(`${language} leaves no sentence in English`, () => {
        // Words that both languages have. What is made of places alone is no sentence.
        const isSentence = (text: string) => / /.test(text) && /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, ''))
        const same = Object.keys(wording).filter(
          (key) => wording[key] === en[key as keyof typeof en] && isSentence(wording[key]!),
        )
        assert.deepEqual(same, [])
      })
    }
  }
})
