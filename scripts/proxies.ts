// The reverse proxies that the samples of the documentation are tried with: Debian's nginx, HAProxy and Caddy.
import { existsSync } from 'node:fs'
import { installPackages } from './debian.ts'

const PLACES = {
  nginx: ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'],
  haproxy: ['/usr/sbin/haproxy', '/usr/bin/haproxy', '/usr/local/bin/haproxy', '/opt/homebrew/bin/haproxy'],
  caddy: ['/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy'],
}

/** PgBouncer, a pooler in front of PostgreSQL. */
const POOLERS = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer']

/** Where PgBouncer is installed; undefined when it is not. */
export const findPooler = () => POOLERS.find((path) => existsSync(path))

/** Installs PgBouncer as `ensureProxies` does the others. */
export function ensurePooler(): void {
  if (!findPooler()) installPackages(['pgbouncer'], 'the tests behind a pooler')
  if (!findPooler()) console.error('some tests behind a pooler are left out: they need pgbouncer')
}

/** Where a proxy is installed; undefined when it is not. */
export function findProxy(name: keyof typeof PLACES): string | undefined {
  return PLACES[name].find((path) => existsSync(path))
}

/** Installs all when one is missing, the user is root and the system has apt-get; else says what to install. Tests skip without them. */
export function ensureProxies(): void {
  const missing = () => (Object.keys(PLACES) as (keyof typeof PLACES)[]).filter((name) => !findProxy(name))
  if (missing().length > 0) installPackages(missing(), 'the tests behind proxies')
  if (missing().length > 0) console.error(`some tests behind proxies are left out: they need ${missing().join(', ')}`)
}
