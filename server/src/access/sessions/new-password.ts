// The rules for a new password. They apply when one is set, never at a sign-in.
import { invalid } from '../../kernel/errors.ts'
import { once } from '../../kernel/once.ts'

export const SHORTEST_PASSWORD = 10
/** scrypt reads all of it: a bound keeps a long text from costing more than a login may. */
export const LONGEST_PASSWORD = 200

/** The person who gets the password. */
export interface Owner {
  email: string
  name: string
}

/** Throws 400 for a password that is too short or too long. */
export function checkLength(password: string): void {
  if (password.length >= SHORTEST_PASSWORD && password.length <= LONGEST_PASSWORD) return
  throw invalid('password', `The password must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`)
}

/** Throws 400 `password_common` for one of the first that a guesser would try; `field` is its name in the request. */
export async function refuseCommon(password: string, owner: Owner, field = 'password'): Promise<void> {
  const weakness = await weaknessOf(password, owner)
  if (weakness !== undefined) throw invalid(field, weakness, 'password_common')
}

const ADVICE = 'choose another one, such as four words that have nothing to do with each other'
/** The least that must be left of a password without the words that everyone knows of its owner. */
const FEWEST_OF_ITS_OWN = 6
const SHORTEST_WORD = 3

/** Why a password would be guessed soon, as a sentence that says what to do; undefined for a good one. */
export async function weaknessOf(password: string, owner: Owner): Promise<string | undefined> {
  const text = password.normalize('NFKC').toLowerCase()
  if (new Set(text).size < 4) return `This password has fewer than four different characters: ${ADVICE}`
  const common = await loadCommon()
  // `Password2026!` is tried right after `password`; and so is a word written twice.
  const bare = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const forms = [text, bare, bare.replaceAll('0', 'o').replaceAll('1', 'i').replaceAll('@', 'a').replaceAll('$', 's')]
  if ([...forms, ...forms.map(onceOf)].some((form) => common.has(form))) {
    return `This password is one of the most common ones, which are tried first: ${ADVICE}`
  }
  if (ownPart(text, owner) < FEWEST_OF_ITS_OWN)
    return `This password is little more than your name, address or this service's name: ${ADVICE}`
  return undefined
}

/** `abcabc` is `abc` twice; any other text is itself. */
function onceOf(text: string): string {
  return /^(.+?)\1+$/su.exec(text)?.[1] ?? text
}

/** How many characters are left without the words that its owner is known by. */
function ownPart(text: string, { email, name }: Owner): number {
  const words = `${email} ${name}`
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  let left = text
  const known = [email.toLowerCase(), ...words, 'quoin'].filter((word) => word.length >= SHORTEST_WORD)
  for (const word of known.sort((a, b) => b.length - a.length)) left = left.replaceAll(word, '')
  return left.length
}

/** The list is loaded at its first use: it takes 30 ms and 5 MB. */
const loadCommon = once<ReadonlySet<string>>(async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'] as string[])
})
