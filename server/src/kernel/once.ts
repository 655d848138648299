/**
 * What is made at its first use and then kept. All callers get the same; a failure is given to those who waited for it and forgotten, so the
 * next call tries again: a process that was out of descriptors for a moment must not be without it for good.
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
