// The browser that the dashboard's tests run in: Debian's Chromium. Its package is installed where it is missing and that is ours to do.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const INSTALL_TIMEOUT_MS = 4 * 60_000
const APT = '/usr/bin/apt-get'
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where a Chromium is installed; undefined when none is. */
export function findChromium(): string | undefined {
  return PLACES.find((path) => existsSync(path))
}

/** Installs Chromium when there is none, the user is root and the system has apt-get; else says what to install. Tests skip without it. */
export function ensureChromium(): void {
  if (findChromium()) return
  if (process.getuid?.() === 0 && existsSync(APT)) {
    console.log('installing Chromium for the tests of the dashboard (apt-get install chromium)')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
      spawnSync(APT, ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'], timeout: INSTALL_TIMEOUT_MS })
    }
  }
  if (!findChromium()) console.error('the tests of the dashboard are left out: they need Chromium (apt-get install chromium)')
}
