/** A path whose ids are shortened in the middle, `/v1/projects/pro_01m8…5x4x/invoice`, so that its end stays visible. */
export function shortPath(path: string): string {
  return path.replaceAll(/\b([a-z]{2,4}_[0-9a-z]{4})[0-9a-z]{18}([0-9a-z]{4})\b/g, '$1…$2')
}
