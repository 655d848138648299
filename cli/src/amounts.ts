// Amounts as the commands read and write them.
import { InvalidArgumentError } from 'commander'

export type AmountOf = (amount: number, currency: string) => string

/** Gives a function that writes amounts with the digits of their currency: `12.50 EUR`. Loaded when needed: most commands have no amounts. */
export async function amountWriter(): Promise<AmountOf> {
  const { currencyDigits } = await import('../../server/src/kernel/currencies.ts')
  return (amount, currency) => `${amount.toFixed(currencyDigits(currency))} ${currency}`
}

/** Reads an amount from the command line. Throws InvalidArgumentError. */
export function readAmount(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('An amount is a number, like 40 or 12.50.')
  return Number(text)
}
