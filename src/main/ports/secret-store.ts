/**
 * Keeps secrets in the system's own store, named by data folder and id. Where the system has none, a secret lives in
 * memory for this run only, and `kept` says so. Never in the database.
 */
export interface SecretStore {
  /** Whether the system's store is there. */
  readonly kept: boolean
  get(id: string): string | null
  /** Answers whether it will outlive this run. */
  set(id: string, secret: string): boolean
  remove(id: string): void
}
