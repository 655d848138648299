// Certificates for tests of TLS, made by the `openssl` program when there is one.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Of the machine, not of a package. */
const OPENSSL = 'openssl'

export interface Certificate {
  key: string
  cert: string
}

/** A self-signed certificate for `names` (DNS names and addresses), which is its own authority. Undefined where there is no `openssl`. */
export function makeCertificate(names: readonly string[]): Certificate | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const alternatives = names.map((name) => (/^[\d.]+$|:/.test(name) ? `IP:${name}` : `DNS:${name}`)).join(',')
  try {
    execFileSync(
      OPENSSL,
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=quoin test',
      ].concat(['-keyout', key, '-out', cert, '-addext', `subjectAltName=${alternatives}`]),
      { stdio: 'pipe', timeout: 20_000 },
    )
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
