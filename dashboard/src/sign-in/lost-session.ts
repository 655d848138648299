import { hasKept } from '../app/kept.ts'

let is_lost = false

/** Notes that the session of this page has ended while it was open. */
export function noteLostSession(): void {
  is_lost = true
}

/** Why the sign-in is shown instead of a page, and what happened to the input there; undefined if there was none. */
export function lostSession(): string | undefined {
  if (!is_lost) return undefined
  const why = 'Your session has ended: by its age, or because you signed out, or changed the password, elsewhere.'
  return hasKept()
    ? `${why} What you typed was kept in this browser; sign in, and go on where you were.`
    : `${why} Sign in, and go on where you were.`
}
