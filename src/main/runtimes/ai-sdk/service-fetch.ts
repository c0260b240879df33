import { Agent, fetch as undiciFetch } from 'undici'

/**
 * Requests to a model service. Node's own fetch gives up when an answer stays silent for five minutes, which a local
 * model that reads a long prompt does; here only the Turn's signal ends a wait. Redirects are not followed, because a
 * key in a header of its own would follow them to another host.
 */
export function createServiceFetch(): typeof globalThis.fetch {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 20_000 } })
  const send: unknown = (input: Parameters<typeof undiciFetch>[0], init?: Parameters<typeof undiciFetch>[1]) =>
    undiciFetch(input, { ...init, redirect: 'manual', dispatcher })
  return send as typeof globalThis.fetch
}
