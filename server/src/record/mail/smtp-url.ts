// The mail server as its address says it (docs/mail.md). Pure.

/** How a mail server is reached. */
export interface MailServer {
  host: string
  port: number
  /** `implicit`: from the first byte. `starttls`: nothing is sent before it. `off`: never. */
  tls: 'implicit' | 'starttls' | 'off'
  /** Undefined: no sign-in. */
  sign_in: { user: string; password: string } | undefined
}

/**
 * Reads `smtps://user:password@host:465`, or `smtp://…:587`, which needs STARTTLS unless it ends with `?tls=off`. Undefined for anything else. A `@`,
 * `:` or `/` in user or password is percent-encoded.
 */
export function readSmtpUrl(text: string): MailServer | undefined {
  const url = URL.parse(text)
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname) || url.hash !== '')
    return undefined
  const is_implicit = url.protocol === 'smtps:'
  const options = [...url.searchParams]
  if (options.some(([name, value]) => name !== 'tls' || value !== 'off') || (is_implicit && options.length > 0)) return undefined
  const [user, password] = [decoded(url.username), decoded(url.password)]
  if (user === undefined || password === undefined || (user === '') !== (password === '')) return undefined
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (is_implicit ? 465 : 587) : Number(url.port),
    tls: is_implicit ? 'implicit' : options.length > 0 ? 'off' : 'starttls',
    sign_in: user === '' ? undefined : { user, password },
  }
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
