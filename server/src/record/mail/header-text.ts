// Texts that become headers. Pure.

/** A text in one line: line breaks, control characters and marks that turn the direction of what follows become blanks. */
export function inOneLine(text: string): string {
  return text.replace(UNFIT, ' ').replace(/ {2,}/g, ' ').trim()
}

/** Whether it is one already, blanks aside. */
export function hasControls(text: string): boolean {
  return text.search(UNFIT) >= 0
}

const UNFIT = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
