// Pure: which characters a typeface has, read from its file (OpenType `cmap`, formats 4 and 12, in which all of Unicode is written).

/** A set of code points: one bit each. */
export class Coverage {
  private readonly bits = new Uint8Array(0x110000 / 8)

  has(code_point: number): boolean {
    return ((this.bits[code_point >> 3] as number) & (1 << (code_point & 7))) !== 0
  }

  add(code_point: number): void {
    this.bits[code_point >> 3] = (this.bits[code_point >> 3] as number) | (1 << (code_point & 7))
  }
}

/** The code points for which the TrueType or OpenType file has a glyph. Throws on bytes that are no such file. */
export function coverageOf(font: Uint8Array): Coverage {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const at = tableOffset(view, 'cmap')
  const coverage = new Coverage()
  for (let table = 0; table < view.getUint16(at + 2); table++) {
    const platform = view.getUint16(at + 4 + table * 8)
    const encoding = view.getUint16(at + 6 + table * 8)
    // Unicode's own tables, and Microsoft's for Unicode; the others are of older character sets.
    if (platform !== 0 && !(platform === 3 && (encoding === 1 || encoding === 10))) continue
    const offset = at + view.getUint32(at + 8 + table * 8)
    const format = view.getUint16(offset)
    if (format === 4) addSegments(view, offset, coverage)
    else if (format === 12) addGroups(view, offset, coverage)
  }
  return coverage
}

function tableOffset(view: DataView, name: string): number {
  for (let table = 0; table < view.getUint16(4); table++) {
    const at = 12 + table * 16
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)))
    if (tag === name) return view.getUint32(at + 8)
  }
  throw new Error(`The file of a typeface has no table "${name}"`)
}

/** Format 4: segments of the basic plane. */
function addSegments(view: DataView, at: number, coverage: Coverage): void {
  const count = view.getUint16(at + 6) / 2
  const [ends, starts, deltas, ranges] = [14, 16 + count * 2, 16 + count * 4, 16 + count * 6].map((offset) => at + offset) as [
    number,
    number,
    number,
    number,
  ]
  for (let segment = 0; segment < count; segment++) {
    const start = view.getUint16(starts + segment * 2)
    const end = view.getUint16(ends + segment * 2)
    const delta = view.getUint16(deltas + segment * 2)
    const range_at = ranges + segment * 2
    const range = view.getUint16(range_at)
    for (let code_point = start; code_point <= end && code_point !== 0xffff; code_point++) {
      const glyph = range === 0 ? code_point : view.getUint16(range_at + range + (code_point - start) * 2)
      if (glyph !== 0 && ((glyph + delta) & 0xffff) !== 0) coverage.add(code_point)
    }
  }
}

/** Format 12: groups of all planes. */
function addGroups(view: DataView, at: number, coverage: Coverage): void {
  for (let group = 0; group < view.getUint32(at + 12); group++) {
    const group_at = at + 16 + group * 12
    const end = Math.min(view.getUint32(group_at + 4), 0x10ffff)
    for (let code_point = view.getUint32(group_at); code_point <= end; code_point++) coverage.add(code_point)
  }
}
