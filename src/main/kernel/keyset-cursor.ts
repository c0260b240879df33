import { createHash } from 'node:crypto'

/** The last row of a page: the time it is ordered by and its id. */
export type Keyset = { readonly at: number; readonly id: string }

const VERSION = 1

/**
 * An opaque, versioned place in a list that is ordered by a time and an id. `scope` names the list and its filters: a
 * cursor works only where it came from. The check is against mistakes, not against forgery: a cursor opens nothing that
 * its list would not show.
 */
export function encodeCursor(scope: string, { at, id }: Keyset): string {
  return Buffer.from(JSON.stringify([VERSION, at, id, check(scope, at, id)])).toString('base64url')
}

/** The place, or null for a cursor that is damaged, of another version or of another list. */
export function decodeCursor(scope: string, cursor: string): Keyset | null {
  if (cursor.length > 1024 || !/^[\w-]+$/.test(cursor)) return null
  const parts = parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  const [, at, id] = parts
  if (typeof at !== 'number' || !Number.isSafeInteger(at) || typeof id !== 'string') return null
  return encodeCursor(scope, { at, id }) === cursor ? { at, id } : null
}

function check(scope: string, at: number, id: string): string {
  return createHash('sha256')
    .update(JSON.stringify([scope, VERSION, at, id]))
    .digest('base64url')
    .slice(0, 8)
}

function parse(json: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
