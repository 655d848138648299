import { addDecimal, decimalText } from '../../../server/src/kernel/money.ts'

/** What is left of an amount after `taken`, exactly; never below 0. */
export const amountLeft = (amount: number, taken: number): number =>
  Math.max(0, Number(addDecimal(decimalText(amount), decimalText(-taken))))
