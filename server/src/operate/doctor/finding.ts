// What a check has found, in words for the person who runs the service.

export type Status = 'ok' | 'warning' | 'failed' | 'skipped'

export interface Finding {
  /** What was checked, in one or two words. */
  check: string
  status: Status
  /** What was found. */
  message: string
  /** What to do about it; absent where nothing needs to be done. */
  advice?: string
}

export const ok = (check: string, message: string): Finding => ({ check, status: 'ok', message })
export const skipped = (check: string, message: string): Finding => ({ check, status: 'skipped', message })
export const warning = (check: string, message: string, advice: string): Finding => ({
  check,
  status: 'warning',
  message,
  advice,
})
export const failed = (check: string, message: string, advice: string): Finding => ({ check, status: 'failed', message, advice })

/** A number of bytes for people. */
export function bytesText(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}
