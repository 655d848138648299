// Programs that tests run and npm does not have: Debian's packages of them.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const INSTALL_TIMEOUT_MS = 4 * 60_000
const APT = '/usr/bin/apt-get'

/** Installs packages for `purpose`, where the user is root and the system has apt-get; does nothing elsewhere. */
export function installPackages(packages: readonly string[], purpose: string): void {
  if (process.getuid?.() !== 0 || !existsSync(APT)) return
  console.log(`installing ${packages.join(', ')} for ${purpose} (apt-get install)`)
  // The run level of a machine that is being set up: the packages of servers do not start them.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    spawnSync(APT, ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'], timeout: INSTALL_TIMEOUT_MS })
  }
}
