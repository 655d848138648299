// A disk of a few megabytes, for tests of what happens when it is full.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  path: string
  /** Fills the disk, and returns the function that frees it. */
  fill(): () => void
  remove(): void
}

/** Makes a disk in memory. */
export function makeSmallDisk(mib = 6): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'quoin-disk-'))
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', path])
  if (status !== 0) throw new Error(String(stderr))
  return {
    path,
    fill: () => fill(join(path, 'ballast')),
    remove() {
      spawnSync('umount', ['--lazy', path])
      rmSync(path, { recursive: true, force: true })
    },
  }
}

function fill(file: string): () => void {
  // Smaller and smaller pieces, until not a byte is left.
  for (const size of [64, 4, 1].map((kib) => kib * 1024)) {
    for (let count = 0; count < 10_000; count++) {
      try {
        writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
      } catch {
        break
      }
    }
  }
  return () => rmSync(file)
}

/** Why no small disk can be made here; false when one can. */
export function withoutSmallDisk(): string | false {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'a disk of 6 MB needs root on Linux'
  const folder = mkdtempSync(join(tmpdir(), 'quoin-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
  if (status === 0) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
  return status === 0 ? false : 'nothing can be mounted here'
}
