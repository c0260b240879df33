import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { RefusalReason } from '#shared/ipc/socket-frames.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { BrowserKeys } from '../relay-host.ts'

export type Admission =
  | { readonly ok: true; readonly keyId: string; readonly newKey: string | null }
  | { readonly ok: false; readonly reason: RefusalReason }

/**
 * Lets browsers in. The token of the printed link is good for one browser, which gets a key of its own for it; the next
 * browser needs the next token. While the database is closed (recovery) keys are held in memory and stored later.
 */
export interface BrowserAdmission {
  token(): string
  admit(shown: { readonly type: 'key' | 'token'; readonly secret: string }, label: string): Admission
  isValid(keyId: string): boolean
  /** The database opened, or closed for recovery. */
  useStore(store: BrowserKeys | null): void
}

export type BrowserAdmissionDeps = {
  readonly ids: Ids
  /** The token was spent; this one takes its place. */
  readonly onNewToken: (token: string) => void
}

export function createBrowserAdmission(deps: BrowserAdmissionDeps): BrowserAdmission {
  let token = newSecret()
  let store: BrowserKeys | null = null
  const inMemory = new Map<string, { readonly id: string; readonly label: string }>()

  const recognise = (hash: string): string | null => inMemory.get(hash)?.id ?? store?.recognise(hash) ?? null

  return {
    token: () => token,
    admit(shown, label) {
      if (shown.type === 'key') {
        const id = recognise(hashOf(shown.secret))
        return id === null ? { ok: false, reason: 'key' } : { ok: true, keyId: id, newKey: null }
      }
      if (!sameSecret(shown.secret, token)) return { ok: false, reason: 'token' }
      const key = newSecret()
      const id = deps.ids.next()
      if (store === null) inMemory.set(hashOf(key), { id, label })
      else store.add({ id, hash: hashOf(key), label })
      token = newSecret()
      deps.onNewToken(token)
      return { ok: true, keyId: id, newKey: key }
    },
    isValid: (keyId) => [...inMemory.values()].some((key) => key.id === keyId) || (store?.has(keyId) ?? true),
    useStore(next) {
      store = next
      if (store === null) return
      for (const [hash, { id, label }] of inMemory) store.add({ id, hash, label })
      inMemory.clear()
    },
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
}
