/**
 * The page of the development server, which reloads itself; only of an app that is not packaged, and only on this
 * machine. Everything else shows the built interface.
 */
export function devPage(packaged: boolean, env: Readonly<Record<string, string | undefined>>): string | null {
  const page = env['ELECTRON_RENDERER_URL']
  if (packaged || page === undefined || !URL.canParse(page)) return null
  const { protocol, hostname, href } = new URL(page)
  return protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1') ? href : null
}
