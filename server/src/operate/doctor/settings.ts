// Settings that work and yet are a risk. Pure.
import { type Finding, ok, warning } from './finding.ts'

/** The settings that are looked at. */
export interface CheckedSettings {
  host: string
  public_url: string | undefined
  requests_per_second: number | undefined
  allow_private_webhooks: boolean
  trusted_proxies: readonly string[]
  has_mail: boolean
  metrics: { host: string; port: number | undefined; token: string | undefined } | undefined
}

const LOOPBACK = /^(127\.[\d.]+|::1|\[::1\]|localhost)$/

/** What could be better about the settings; one finding that all is well if nothing could. */
export function checkSettings(settings: CheckedSettings, unknown_variables: readonly string[]): Finding[] {
  const findings = unknown_variables.map((line) => warning('settings', line, 'Remove it, or correct its name.'))
  const { host, public_url, metrics } = settings
  const url = public_url === undefined ? undefined : new URL(public_url)
  const is_public = !LOOPBACK.test(host) || (url !== undefined && !LOOPBACK.test(url.hostname))
  const add = (message: string, advice: string) => findings.push(warning('settings', message, advice))
  if (is_public && settings.requests_per_second === undefined)
    add(
      'There is no limit on requests per key, and the service is reached from other machines.',
      'Set QUOIN_RATE_LIMIT, like 50.',
    )
  if (settings.has_mail && public_url === undefined)
    add(
      'Mails are sent, and their links lead to the address that the server listens on.',
      'Set QUOIN_PUBLIC_URL to the address that customers reach.',
    )
  if (url?.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    add(
      'QUOIN_PUBLIC_URL is not https://: keys and passwords travel unencrypted.',
      'Put a proxy with TLS in front, and set https://.',
    )
  if (is_public && settings.allow_private_webhooks)
    add(
      'Webhooks may go to private addresses: members can reach services of your network.',
      'Unset QUOIN_ALLOW_PRIVATE_WEBHOOKS outside of development.',
    )
  if (url?.protocol === 'https:' && settings.trusted_proxies.length === 0)
    add(
      'A proxy seems to be in front, and none is trusted: all clients share one address and its limits.',
      'Set QUOIN_TRUSTED_PROXIES to the address that the proxy connects from.',
    )
  if (metrics?.port !== undefined && metrics.token === undefined && !LOOPBACK.test(metrics.host))
    add('Metrics are served to other machines without a token.', 'Set QUOIN_METRICS_TOKEN, or listen on 127.0.0.1.')
  return findings.length > 0 ? findings : [ok('settings', 'No setting is a risk')]
}
