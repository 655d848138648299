// Where backups go, as `QUOIN_BACKUP_TO` says it. Pure.

/** A folder, or a bucket of a store that speaks S3. */
export type BackupPlace =
  | { kind: 'folder'; path: string }
  | { kind: 's3'; endpoint: string; prefix: string; region: string; key_id: string; secret: string }

/** Hosts to which traffic without TLS can't be intercepted. */
const OF_THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]']
const USUAL_REGION = 'us-east-1'

/**
 * Reads a folder, or `s3+https://KEY:SECRET@host/bucket/prefix?region=eu-central-1`. Undefined for an address that is none: without keys or a
 * bucket, or without TLS to another machine. In the keys, / : @ ? # % are percent-encoded.
 */
export function readPlace(text: string): BackupPlace | undefined {
  if (!/^s3\b/i.test(text)) return { kind: 'folder', path: text }
  const [, scheme] = /^s3\+(https?):\/\//.exec(text) ?? []
  const address = text.slice(3)
  if (scheme === undefined || !URL.canParse(address)) return undefined
  const url = new URL(address)
  const [, bucket, prefix = ''] = /^\/([^/]+)(?:\/(.*?))?\/?$/.exec(url.pathname) ?? []
  const is_safe = scheme === 'https' || OF_THIS_MACHINE.includes(url.hostname)
  if (!is_safe || bucket === undefined || url.username === '' || url.password === '' || url.hash !== '') return undefined
  const region = url.searchParams.get('region') ?? USUAL_REGION
  if ([...url.searchParams.keys()].some((name) => name !== 'region')) return undefined
  return {
    kind: 's3',
    endpoint: `${url.origin}/${bucket}`,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region,
    key_id: decodeURIComponent(url.username),
    secret: decodeURIComponent(url.password),
  }
}

/** A place that may be shown: without its keys. */
export const shownPlace = (place: BackupPlace): string =>
  place.kind === 'folder' ? place.path : `s3+${place.endpoint}/${place.prefix}`
