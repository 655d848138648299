/**
 * A value that is made at its first use and then kept. All callers get the same value. A failure goes to those that waited for it and is then
 * forgotten, so the next call tries again: a process that ran out of descriptors for a moment must not fail for good.
 */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    if (made) return made
    const making = make().catch((error) => {
      if (made === making) made = undefined
      throw error
    })
    made = making
    return making
  }
}
