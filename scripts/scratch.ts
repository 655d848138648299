// The folder of the tests' data: in memory, if the system has such a folder. A commit waits for the disk, and tests commit a hundred
// thousand times. None of them cuts the power: a killed process leaves the same behind in memory as on a disk.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning, removeOrphans } from '../server/test/support/postgres.ts'

const MEMORY = '/dev/shm'
const LEAST_FREE_BYTES = 4 * 2 ** 30
/** The folders carry the process that they belong to. */
const FOLDER = /^quoin-tests-of-(\d+)-/

export interface Scratch {
  path: string
  remove(): void
}

/** Makes a folder for everything that a run of the tests writes, and removes those of killed runs. */
export function makeScratch(): Scratch {
  for (const place of [MEMORY, tmpdir()]) removeLeftOver(place)
  if (hasRoom(MEMORY)) {
    const in_memory = scratchIn(MEMORY)
    if (canExecute(in_memory.path)) return in_memory
    in_memory.remove()
  }
  return scratchIn(tmpdir())
}

function scratchIn(place: string): Scratch {
  const path = mkdtempSync(join(place, `quoin-tests-of-${process.pid}-`))
  // As the folder for temporary files is: servers under other accounts work below it.
  chmodSync(path, 0o1777)
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }) }
}

function hasRoom(place: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize >= LEAST_FREE_BYTES
  } catch {
    return false
  }
}

/** Containers may forbid to run programs there, which tests of installations do. */
function canExecute(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}

function removeLeftOver(place: string): void {
  let names: string[]
  try {
    names = readdirSync(place)
  } catch {
    return
  }
  for (const name of names) {
    const owner = Number(FOLDER.exec(name)?.[1] ?? process.pid)
    if (owner === process.pid || isRunning(owner)) continue
    removeOrphans(join(place, name))
    rmSync(join(place, name), { recursive: true, force: true, maxRetries: 3 })
  }
}
