import { useSyncExternalStore } from 'react'

export const screens = ['inbox', 'sessions', 'deliveries', 'agents', 'settings'] as const
export type Screen = (typeof screens)[number]

/** Where the window is: `#/sessions/<id>?message=<id>`. */
export type Place = {
  readonly screen: Screen
  /** What follows the screen: an approval, a Session, a Delivery, an Agent or a page of the settings. */
  readonly id: string | null
  readonly params: Readonly<Record<string, string>>
}

const home: Place = { screen: 'inbox', id: null, params: {} }

/** Reads an address. Whatever is not one of ours is home. */
export function placeOf(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [name = '', id = ''] = path.split('/')
  const screen = screens.find((each) => each === name)
  if (screen === undefined) return home
  return { screen, id: decoded(id), params: Object.fromEntries(new URLSearchParams(query)) }
}

function decoded(part: string): string | null {
  if (part === '') return null
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function hrefOf(
  screen: Screen,
  id: string | null = null,
  params: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams(params).toString()
  return `#/${screen}${id === null ? '' : `/${encodeURIComponent(id)}`}${query === '' ? '' : `?${query}`}`
}

/** Goes to an address. `replace` leaves no step to go back to, for choices within a screen. */
export function navigate(href: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (window.location.hash === href) return
  if (!replace) {
    window.location.hash = href
    return
  }
  window.history.replaceState(window.history.state, '', href)
  window.dispatchEvent(new HashChangeEvent('hashchange'))
}

let current = { hash: '', place: home }

function snapshot(): Place {
  const { hash } = window.location
  if (hash !== current.hash) current = { hash, place: placeOf(hash) }
  return current.place
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

export function usePlace(): Place {
  return useSyncExternalStore(subscribe, snapshot)
}
