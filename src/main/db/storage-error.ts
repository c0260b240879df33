import Database from 'better-sqlite3'

/**
 * `full`: no room left. `io`: the disk failed. `busy`: another program held the write lock for longer than we wait.
 * `readonly`: the file may not be written. `damaged`: the file's content is broken.
 */
export type StorageErrorCode = 'full' | 'io' | 'busy' | 'readonly' | 'damaged'

const sentences: Record<StorageErrorCode, string> = {
  full: 'The disk is full.',
  io: 'The disk could not be read or written.',
  busy: 'Another program is holding the database.',
  readonly: 'The database may not be written.',
  damaged: 'The database is damaged.',
}

/** Broken infrastructure, not a bug: the edge tells it to the person. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: StorageErrorCode
  /** SQLite's own extended code, for the log. */
  readonly sqliteCode: string
  /** What holds after the failure, one sentence. */
  readonly kept: string

  constructor(code: StorageErrorCode, sqliteCode: string, kept: string, cause: unknown) {
    super(`${sentences[code]} ${kept}`, { cause })
    this.code = code
    this.sqliteCode = sqliteCode
    this.kept = kept
  }
}

/** The kind of storage failure that a thrown value is, or null for anything else, a broken constraint among them. */
export function storageErrorCode(error: unknown): StorageErrorCode | null {
  if (error instanceof StorageError) return error.code
  if (!(error instanceof Database.SqliteError)) return null
  const [, primary] = error.code.split('_')
  switch (primary) {
    case 'FULL':
      return 'full'
    case 'IOERR':
    case 'CANTOPEN':
    case 'PROTOCOL':
      return 'io'
    case 'BUSY':
    case 'LOCKED':
      return 'busy'
    case 'READONLY':
    case 'PERM':
      return 'readonly'
    case 'CORRUPT':
    case 'NOTADB':
      return 'damaged'
    default:
      return null
  }
}

/** A `StorageError` for a storage failure of SQLite's; any other value as it is. */
export function asStorageError(error: unknown, kept: string): unknown {
  if (error instanceof StorageError) return error
  const code = storageErrorCode(error)
  if (code === null || !(error instanceof Database.SqliteError)) return error
  return new StorageError(code, error.code, kept, error)
}
