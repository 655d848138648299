// Secrets that clients put where they do not belong: taken out of paths and client names before these are recorded or logged.

/** An API key or a signing secret by its prefix. The second form has no boundary before it, but the length of a real one. */
const PREFIXED = /(?<![a-z0-9])(sk|whsec)_[a-z0-9+/=_-]{4,}|(sk|whsec)_[a-z0-9]{32,}/gi
/**
 * The tokens of one-time links, sessions and public pages: random letters of both cases and digits. Our ids are lower case only; the ids that the
 * sign-in library gives passkeys and sessions open nothing, and are useful in logs.
 */
const TOKEN = /(?<![A-Za-z0-9]|\/(?:passkeys|sessions)\/)(?=[A-Za-z0-9]*[a-z])(?=[A-Za-z0-9]*[A-Z])[A-Za-z0-9]{20,}/g
/** Pages whose address is the secret. */
const PAGE = /^(\/(?:welcome|i|q|c)\/)[^/?]+/
/**
 * Two cheap looks, since most texts have nothing that the patterns above could find: neither a letter in upper case, as every token and every odd
 * spelling of a prefix has, nor an encoded character.
 */
const NOTICEABLE = /[A-Z%]|sk_|whsec_|^\/(?:welcome|i|q|c)\//
const SUSPICIOUS = /%|sk_|whsec_|[A-Za-z0-9]{20}|^\/(?:welcome|i|q|c)\//i
const ENCODED = /%([2-7][0-9a-f])/gi
/** Layers of percent-encoding that are looked through. */
const MOST_LAYERS = 4

/**
 * The text with its secrets replaced: `sk_…` for a key, `…` for a token, percent-encoded ones too. A text without a secret is
 * returned unchanged; one with a secret is returned decoded.
 */
export function withoutSecrets(text: string): string {
  if (!NOTICEABLE.test(text) || !SUSPICIOUS.test(text)) return text
  let decoded = text
  for (let layer = 0; layer < MOST_LAYERS && decoded.includes('%'); layer++) {
    const next = decoded.replace(ENCODED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    if (next === decoded) break
    decoded = next
  }
  const redacted = decoded
    .replace(PREFIXED, (_, short?: string, long?: string) => `${(short ?? long)!.toLowerCase()}_…`)
    .replace(TOKEN, '…')
    .replace(PAGE, '$1…')
  return redacted === decoded ? text : redacted
}
