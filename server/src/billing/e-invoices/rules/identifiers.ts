// The check digits of identifiers that Peppol judges.

const digitsOf = (text: string) => [...text].map(Number)

/** A number of GS1, such as a GLN: the weights 3 and 1 by turns from the right. */
export function isGln(text: string): boolean {
  if (!/^[0-9]+$/.test(text)) return false
  // It may be of any length, so no list of its digits is made.
  const last = text.length - 1
  let sum = 0
  for (let index = 0; index < last; index++) sum += Number(text[index]) * ((last - index) % 2 === 1 ? 3 : 1)
  return (10 - (sum % 10)) % 10 === Number(text[last])
}

/** A Norwegian organization number: modulo 11 with the weights 2 to 7 from the right. */
export function isMod11(text: string): boolean {
  if (!/^[0-9]{9}$/.test(text) || Number(text) === 0) return false
  const digits = digitsOf(text)
  const check = digits.pop()
  const sum = digits.reverse().reduce((total, digit, index) => total + digit * ((index % 6) + 2), 0)
  return (11 - (sum % 11)) % 11 === check
}

/** A Danish CVR number: eight digits, with or without DK. */
export const isDanish = (text: string): boolean => /^(DK)?[0-9]{8}$/.test(text)

/** A Belgian enterprise number: the last two of its ten digits are 97 less the rest modulo 97. */
export const isBelgian = (text: string): boolean =>
  /^[0-9]{10}$/.test(text) && Number(text.slice(8)) === 97 - (Number(text.slice(0, 8)) % 97)

/** Whether the last of some digits is the check digit of the others by Luhn: every second digit from the right is doubled. */
function isLuhn(digits: string): boolean {
  const sum = digitsOf(digits)
    .reverse()
    .reduce((total, digit, index) => total + (index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0)
  return sum % 10 === 0
}

/** A Swedish organization number: ten digits, the last by Luhn. */
export const isSwedish = (text: string): boolean => /^[0-9]{10}$/.test(text) && isLuhn(text)

/** An Australian business number: modulo 89. */
export function isAustralian(text: string): boolean {
  if (!/^[0-9]{11}$/.test(text)) return false
  const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
  return digitsOf(text).reduce((sum, digit, index) => sum + (digit - (index === 0 ? 1 : 0)) * weights[index]!, 0) % 89 === 0
}

/** A Greek tax number (TIN): nine digits, the last by the powers of two modulo 11. */
export function isGreek(text: string): boolean {
  if (!/^[0-9]{8}/.test(text)) return false
  const sum = digitsOf(text.slice(0, 8)).reduce((total, digit, index) => total + digit * 2 ** (8 - index), 0)
  return (sum % 11) % 10 === Number(text[8])
}

/** An Italian office code (IPA): six letters and digits. */
export const isItalianOffice = (text: string): boolean => /^[A-Za-z0-9]{6}$/.test(text)

const ITALIAN_PERSON = /^[A-Za-z]{6}([ +-]\d|\d[\d ])[A-Za-z]([ +-]\d|\d[\d ])...\d[A-Za-z]$/su

/** An Italian tax code: that of a person by its form, or the eleven digits of a company. */
export const isItalianTaxCode = (text: string): boolean => ITALIAN_PERSON.test(text) || /^([0-9]{11}|[+-][0-9]{10})$/.test(text)

/** An Italian VAT id: IT and eleven digits, the last by Luhn. Ids of other countries are not judged. */
export const isItalianVatId = (text: string): boolean =>
  !/^(IT|it)/.test(text) || (/^..[0-9]{11}$/.test(text) && isLuhn(text.slice(2)))
