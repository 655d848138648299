// A queue in which owners take turns, however much one of them adds.

/** Items in the order of each owner; owners take turns. */
export class FairQueue<T> {
  /** The one whose turn it is comes first. */
  private readonly lines = new Map<string, T[]>()
  private count = 0

  get length(): number {
    return this.count
  }

  push(owner: string, item: T): void {
    this.count++
    const line = this.lines.get(owner)
    if (line) line.push(item)
    else this.lines.set(owner, [item])
  }

  /** Takes the next item of the first owner in turn that `mayTake` allows; undefined if there is none. */
  shift(mayTake?: (owner: string) => boolean): T | undefined {
    for (const [owner, line] of this.lines) {
      if (mayTake && !mayTake(owner)) continue
      this.count--
      this.lines.delete(owner)
      const item = line.shift()!
      if (line.length > 0) this.lines.set(owner, line)
      return item
    }
    return undefined
  }

  /** Removes an item before its turn. */
  remove(owner: string, item: T): void {
    const line = this.lines.get(owner)
    const index = line?.indexOf(item) ?? -1
    if (!line || index < 0) return
    this.count--
    line.splice(index, 1)
    if (line.length === 0) this.lines.delete(owner)
  }

  /** Takes all that is left. */
  takeAll(): T[] {
    const all: T[] = []
    for (let item = this.shift(); item !== undefined; item = this.shift()) all.push(item)
    return all
  }
}
