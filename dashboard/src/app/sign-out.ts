import { auth } from './api.ts'
import { queries } from './session.ts'

/** Ends the session and goes to the sign-in. */
export async function signOut(): Promise<void> {
  await auth('/sign-out', {})
  // Loaded data must not outlive the session, not even in memory.
  queries.clear()
  location.assign('/')
}
