// The key that secrets are sealed with in the database: from the environment, or from a file next to the database.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVault, VAULT_KEY_BYTES, type Vault } from '../kernel/vault.ts'
import { CannotOpen } from '../sql/database.ts'

const FILE = 'secret.key'

export interface OpenedVault {
  vault: Vault
  /** Removes the key file again if it was made just now: the key of a start that is refused would only be taken for the right one. */
  forget(): void
}

/**
 * The vault of a server: under `configured`, or under the key in `secret.key` in the data folder, which is made (0600) when it is missing.
 * Throws CannotOpen when the file can't be read or is no key.
 */
export function openVault(folder: string, configured: Uint8Array | undefined): OpenedVault {
  const path = join(folder, FILE)
  const is_made = configured === undefined && makeKey(path, folder)
  return {
    vault: createVault(configured ?? readKey(path)),
    forget() {
      if (is_made) rmSync(path, { force: true })
    },
  }
}

/** Whether the data folder has a key: then it had a database as well. */
export const hasKeyFile = (folder: string) => existsSync(join(folder, FILE))

/** The vault that `openVault` would give, undefined where it would make a key. Throws CannotOpen as it does. */
export function findVault(folder: string, configured: Uint8Array | undefined): Vault | undefined {
  const path = join(folder, FILE)
  return configured || existsSync(path) ? createVault(configured ?? readKey(path)) : undefined
}

/** Makes the key file; false when there is one. */
function makeKey(path: string, folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Never over another: the secrets that were sealed with that one would be lost.
    writeFileSync(path, `${randomBytes(VAULT_KEY_BYTES).toString('hex')}\n`, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw new CannotOpen(`The key file ${path} can't be written: ${(error as Error).message}`)
  }
}

function readKey(path: string): Uint8Array {
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new CannotOpen(`The key file ${path} can't be read: ${(error as Error).message}`)
  }
  if (/^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, 'hex')
  throw new CannotOpen(`The key file ${path} is damaged: restore it from a backup, or set QUOIN_SECRET_KEY`)
}
