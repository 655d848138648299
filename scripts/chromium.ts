// The browser that the dashboard's tests run in: Debian's Chromium without a window, which needs two thirds of the processor time of the whole
// browser. Its package is installed where it is missing and that is ours to do.
import { existsSync } from 'node:fs'
import { installPackages } from './debian.ts'

const HEADLESS = '/usr/bin/chromium-headless-shell'
const PLACES = [HEADLESS, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where a Chromium is installed; undefined when none is. */
export function findChromium(): string | undefined {
  return PLACES.find((path) => existsSync(path))
}

/** Installs Chromium when it is missing, the user is root and the system has apt-get; else says what to install. Tests skip without it. */
export function ensureChromium(): void {
  if (!existsSync(HEADLESS)) installPackages(['chromium-headless-shell'], 'the tests of the dashboard')
  if (!findChromium())
    console.error('the tests of the dashboard are left out: they need Chromium (apt-get install chromium-headless-shell)')
}
