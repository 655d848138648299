// Seeded databases, kept between runs in the system's temporary folder: a million invoices take a minute and a half to make.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EngineName } from './sides.ts'

const MIGRATIONS = join(import.meta.dirname, '../server/migrations')
const CACHE = join(tmpdir(), 'quoin-bench-cache')
const KEPT_MS = 2 * 24 * 60 * 60 * 1000

/**
 * The folder of the data that `make` made for an engine and a size, made now if it does not exist. It is reused as long as the migrations and
 * the source of the seed (`sources`, files of this folder) are the same; data unused for two days is removed.
 */
export async function cached<T>(
  engine: EngineName,
  invoices: number,
  sources: readonly string[],
  make: (folder: string) => Promise<T>,
): Promise<{ folder: string; made: T }> {
  const of_engine = join(CACHE, `${engine}-${hashOf(engine, sources)}`)
  removeOld()
  mkdirSync(of_engine, { recursive: true })
  utimesSync(of_engine, new Date(), new Date())
  const folder = join(of_engine, String(invoices))
  const file = join(folder, 'made.json')
  if (!existsSync(file)) {
    // Under another name until it is whole: a run may be broken off.
    const unfinished = `${folder}.${process.pid}`
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(unfinished, { recursive: true })
    const made = await make(unfinished)
    writeFileSync(join(unfinished, 'made.json'), JSON.stringify(made))
    renameSync(unfinished, folder)
  }
  return { folder, made: JSON.parse(readFileSync(file, 'utf8')) as T }
}

function hashOf(engine: EngineName, sources: readonly string[]): string {
  const hash = createHash('sha256')
  const migrations = readdirSync(MIGRATIONS).filter((file) => file.endsWith(`.${engine}.sql`) || /^[^.]+\.sql$/.test(file))
  for (const file of migrations.sort()) hash.update(readFileSync(join(MIGRATIONS, file)))
  for (const file of sources) hash.update(readFileSync(join(import.meta.dirname, file)))
  return hash.digest('hex').slice(0, 16)
}

function removeOld(): void {
  if (!existsSync(CACHE)) return
  for (const name of readdirSync(CACHE)) {
    const folder = join(CACHE, name)
    if (Date.now() - statSync(folder).mtimeMs > KEPT_MS) rmSync(folder, { recursive: true, force: true })
  }
}
