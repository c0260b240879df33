import { createHash } from 'node:crypto'
import { describeError, type Logger } from '../kernel/logger.ts'
import type { SecretStore } from '../ports/secret-store.ts'

/** The system's store as this file uses it; each call may throw. */
export interface Keyring {
  get(account: string): string | null
  set(account: string, secret: string): void
  remove(account: string): void
}

/**
 * Opens the secret store of both hosts. Where the system has none, secrets live in memory for this run. A secret that
 * the system refused to take (too long, store locked) does too, and `set` says so.
 */
export async function openSecretStore(dataDir: string, logger: Logger): Promise<SecretStore> {
  return createSecretStore(await openKeyring(dataDir, logger), logger)
}

export function createSecretStore(keyring: Keyring | null, logger: Logger): SecretStore {
  const thisRun = new Map<string, string>()
  return {
    kept: keyring !== null,
    get(id) {
      const unkept = thisRun.get(id)
      if (unkept !== undefined || keyring === null) return unkept ?? null
      try {
        return keyring.get(id)
      } catch (error) {
        logger.warn('the system did not hand out a secret', describeError(error))
        return null
      }
    },
    set(id, secret) {
      if (keyring !== null) {
        try {
          keyring.set(id, secret)
          thisRun.delete(id)
          return true
        } catch (error) {
          logger.warn('the system did not keep a secret; it is held for this run', describeError(error))
        }
      }
      thisRun.set(id, secret)
      return false
    },
    remove(id) {
      thisRun.delete(id)
      if (keyring === null) return
      try {
        keyring.remove(id)
      } catch (error) {
        logger.warn('the system did not remove a secret', describeError(error))
      }
    },
  }
}

/** Null where the module or the system's store is missing. */
async function openKeyring(dataDir: string, logger: Logger): Promise<Keyring | null> {
  // The folder's path as a hash: a secret's name in the system's store should not tell where the data lie.
  const service = `Session Relay ${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  try {
    const { Entry } = await import('@napi-rs/keyring')
    // On Linux, left alone, it would fall back to the kernel's keyring, which a restart of the machine empties.
    const entry = (account: string) => new Entry(service, account, { linux: { store: 'secret-service' } })
    const keyring: Keyring = {
      get: (account) => entry(account).getPassword(),
      set: (account, secret) => entry(account).setPassword(secret),
      remove: (account) => void entry(account).deletePassword(),
    }
    keyring.get('probe')
    return keyring
  } catch (error) {
    logger.info('the system has no secret store; keys live for this run only', describeError(error))
    return null
  }
}
