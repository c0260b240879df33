import { isIPv6 } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'

/**
 * Decides by its headers whether a request was meant for this host. A name that was rebound to our address shows in
 * Host, a page of another site in Origin; both are refused before anything else is looked at.
 */
export interface AddressGuard {
  allowsPage(headers: RequestHeaders): boolean
  /** A socket must show an Origin, and one of ours: browsers always send it, and do not apply CORS to sockets. */
  allowsSocket(headers: RequestHeaders): boolean
}

type RequestHeaders = { readonly host?: string | undefined; readonly origin?: string | undefined }

/** `names` are the host names and addresses that we answer to, without ports. */
export function createAddressGuard(names: readonly string[], port: number): AddressGuard {
  const hosts = new Set(names.map((name) => authority(name, port)))
  // A browser leaves the default port out.
  if (port === 80) for (const name of names) hosts.add(bracketed(name).toLowerCase())
  const origins = new Set([...hosts].map((host) => `http://${host}`))
  const hostOk = (headers: RequestHeaders): boolean =>
    headers.host !== undefined && hosts.has(headers.host.toLowerCase())
  const originOk = (origin: string): boolean => origins.has(origin.toLowerCase())
  return {
    allowsPage: (headers) => hostOk(headers) && (headers.origin === undefined || originOk(headers.origin)),
    allowsSocket: (headers) =>
      hostOk(headers) &&
      headers.origin !== undefined &&
      headers.origin.toLowerCase() === `http://${headers.host?.toLowerCase() ?? ''}`,
  }
}

const loopback = ['127.0.0.1', 'localhost', '::1']

export function isLoopback(host: string): boolean {
  return loopback.includes(host.toLowerCase())
}

/** The names under which a browser can reach a server that listens on `host`. */
export function namesOf(host: string): readonly string[] {
  if (isLoopback(host)) return loopback
  if (host !== '0.0.0.0' && host !== '::') return [host]
  const own = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((entry) => entry.address))
  return [...loopback, hostname(), ...own]
}

/** A name that a person can put into a browser for a server that listens on `host`. */
export function linkName(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host
  const outer = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .find((entry) => !entry.internal && entry.family === 'IPv4')
  return outer?.address ?? hostname()
}

export function authority(name: string, port: number): string {
  return `${bracketed(name)}:${String(port)}`.toLowerCase()
}

function bracketed(name: string): string {
  return isIPv6(name) ? `[${name}]` : name
}
