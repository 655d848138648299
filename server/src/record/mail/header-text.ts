// Texts that become headers. Pure.
import { CONTROLS } from '../../kernel/text.ts'

/** A text in one line: line breaks, control characters and marks that turn the direction of what follows become blanks. */
export function inOneLine(text: string): string {
  return text.replace(CONTROLS, ' ').replace(/ {2,}/g, ' ').trim()
}
