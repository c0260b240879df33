/** Schemes that may leave the app, and only into the system's own program for them. */
const schemes = new Set(['http:', 'https:', 'mailto:'])

/** The address to hand to the system, as parsed; null for anything that must not leave the app. */
export function externalLink(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (!schemes.has(url.protocol)) return null
  // A name or password in a link is a trick more often than not, and would end up in another program's history.
  if (url.username !== '' || url.password !== '') return null
  return url.href
}
