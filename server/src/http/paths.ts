// URLs: their canonical spelling, what belongs to the API, and what is answered where no endpoint is.
import type { FastifyRequest } from 'fastify'
import { type Answer, refusal } from './answers.ts'
import { type Door, type Endpoint, SESSION_PREFIX } from './endpoint.ts'
import { pathOf } from './request.ts'

/**
 * The canonical spelling of a URL, used by routing, permissions and audit log. A target with scheme and host (`GET http://host/v1/…`) is its
 * path; letters and digits are never percent-encoded (`/%761/` is `/v1/`); percent signs that encode nothing are literal, so that such
 * a path is routed and names no object; a slash at the end of an API path is dropped.
 */
export function withPlainPath(target: string): string {
  const url = target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(?=\/)/i, '')
  const end_of_path = url.indexOf('?')
  const path = end_of_path < 0 ? url : url.slice(0, end_of_path)
  const has_slash = path.endsWith('/') && (path.startsWith('/v1/') || path.startsWith(`${SESSION_PREFIX}/`))
  if (!has_slash && !path.includes('%')) return url
  const plain = plainEncoding(has_slash ? path.slice(0, -1) : path)
  return plain + (end_of_path < 0 ? '' : url.slice(end_of_path))
}

function plainEncoding(path: string): string {
  try {
    decodeURIComponent(path)
  } catch {
    return path.replaceAll('%', '%25')
  }
  return path.replace(/%[2-7][0-9a-f]/gi, (code) => {
    const character = decodeURIComponent(code)
    return /[\w.~-]/.test(character) ? character : code
  })
}

/**
 * The door of a request: one for everything under /v1, one for everything under /dashboard/api, and otherwise that of the matching
 * route, however its path was written. Undefined for what needs none.
 */
export function doorOf(request: FastifyRequest): Door | undefined {
  const url = request.raw.url ?? ''
  if (url.startsWith('/v1/') || url === '/v1' || url.startsWith('/v1?')) return 'key'
  const { compiled } = request.routeOptions.config
  if (compiled) return compiled.endpoint.door
  return url.startsWith(`${SESSION_PREFIX}/`) ? 'session' : undefined
}

/** 405 with Allow on a path that exists under other methods, else 404. */
export function refuseUnrouted(endpoints: readonly Endpoint[], request: FastifyRequest): Answer {
  const path = pathOf(request)
  const methods = methodsAt(endpoints, path)
  if (methods.length === 0) return refusal(404, 'route_not_found', `There is no ${request.method} ${path.slice(0, 200)}`)
  const allowed = methods.join(', ')
  return refusal(405, 'method_not_allowed', `${request.method} is not possible here, only ${allowed}`, { allow: allowed })
}

/** The methods of a path, sorted; HEAD is wherever GET is. */
export function methodsAt(endpoints: readonly Endpoint[], path: string): string[] {
  const methods = endpoints.filter((endpoint) => patternOf(endpoint.path).test(path)).map((endpoint) => endpoint.method as string)
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort()
}

const patterns = new Map<string, RegExp>()

function patternOf(path: string): RegExp {
  let pattern = patterns.get(path)
  if (!pattern) {
    pattern = new RegExp(`^${path.replace(/:[a-zA-Z]+/g, '[^/]+')}$`)
    patterns.set(path, pattern)
  }
  return pattern
}
