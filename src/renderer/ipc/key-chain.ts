/** What this browser can show to be let in: the key that it keeps, and the token of a link just opened. */
export interface KeyChain {
  key(): string | null
  token(): string | null
  keep(key: string): void
  forgetKey(): void
  forgetToken(): void
  /** Tells when a new token or key is there: a link opened in this tab, or a key bought in another. */
  onChange(listener: () => void): () => void
}

const KEY = 'session-relay.key'
const TOKEN = /^#token=([\w-]+)$/

/** The key lives in localStorage, whose origin includes the port; the token is taken out of the address at once. */
export function createBrowserKeyChain(window: Window): KeyChain {
  let token: string | null = null
  let unkept: string | null = null
  const takeToken = (): boolean => {
    const found = TOKEN.exec(window.location.hash)?.[1]
    if (found === undefined) return false
    token = found
    window.history.replaceState(null, '', window.location.pathname + window.location.search)
    return true
  }
  takeToken()
  return {
    key: () => stored(window)?.getItem(KEY) ?? unkept,
    token: () => token,
    keep: (key) => {
      unkept = key
      try {
        stored(window)?.setItem(KEY, key)
      } catch {
        // A full or read-only store: the key lives as long as this page.
      }
    },
    forgetKey: () => {
      unkept = null
      stored(window)?.removeItem(KEY)
    },
    forgetToken: () => {
      token = null
    },
    onChange: (listener) => {
      const onHash = (): void => {
        if (takeToken()) listener()
      }
      const onStorage = (event: StorageEvent): void => {
        if (event.key === KEY && event.newValue !== null) listener()
      }
      window.addEventListener('hashchange', onHash)
      window.addEventListener('storage', onStorage)
      return () => {
        window.removeEventListener('hashchange', onHash)
        window.removeEventListener('storage', onStorage)
      }
    },
  }
}

/** A browser set to block site data throws on the mere access. */
function stored(window: Window): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}
