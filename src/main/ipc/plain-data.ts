/**
 * What may cross the border between the core and a window: JSON values, copied, so that every carrier (memory, Electron's
 * structured clone, a socket's text) delivers the same thing. Anything else is refused with the place where it was found.
 */

export type PlainCopy =
  | { readonly ok: true; readonly value: unknown; readonly size: number }
  | { readonly ok: false; readonly reason: 'not-plain' | 'too-large'; readonly problem: string }

/** Deeper than any answer of ours; keeps a cyclic or hostile value from exhausting the stack. */
const MAX_DEPTH = 64

class Refused extends Error {
  readonly reason: 'not-plain' | 'too-large'
  constructor(reason: 'not-plain' | 'too-large', problem: string) {
    super(problem)
    this.reason = reason
  }
}

/** Copies `value` if it is plain data of at most `maxSize` (about its length as JSON text, escapes apart). */
export function copyPlain(value: unknown, maxSize: number): PlainCopy {
  let size = 0
  const ancestors = new Set<object>()

  const count = (amount: number): void => {
    size += amount
    if (size > maxSize) throw new Refused('too-large', `larger than ${String(maxSize)} characters`)
  }
  const refuse = (path: string, found: string): never => {
    throw new Refused('not-plain', `${found} at ${path === '' ? 'the top' : path}`)
  }

  const copy = (current: unknown, path: string): unknown => {
    switch (typeof current) {
      case 'string':
        count(current.length + 2)
        return current
      case 'number':
        if (!Number.isFinite(current)) return refuse(path, String(current))
        count(8)
        return current
      case 'boolean':
        count(5)
        return current
      case 'object':
        if (current === null) {
          count(4)
          return null
        }
        return copyObject(current, path)
      default:
        return refuse(path, typeof current)
    }
  }

  const copyObject = (current: object, path: string): unknown => {
    if (ancestors.has(current)) refuse(path, 'a cycle')
    if (ancestors.size >= MAX_DEPTH) refuse(path, `more than ${String(MAX_DEPTH)} levels`)
    ancestors.add(current)
    count(2)
    const copied = Array.isArray(current)
      ? Array.from(current, (item: unknown, index) => copy(item, `${path}[${String(index)}]`))
      : copyRecord(current, path)
    ancestors.delete(current)
    return copied
  }

  const copyRecord = (current: object, path: string): Record<string, unknown> => {
    const prototype: unknown = Object.getPrototypeOf(current)
    if (prototype !== Object.prototype && prototype !== null) refuse(path, className(current))
    const record: Record<string, unknown> = {}
    for (const [key, item] of Object.entries(current)) {
      // JSON leaves an undefined property out; so does every carrier.
      if (item === undefined) continue
      count(key.length + 4)
      const copied = copy(item, path === '' ? key : `${path}.${key}`)
      // Plain assignment to __proto__ would change the prototype instead.
      Object.defineProperty(record, key, { value: copied, enumerable: true, configurable: true, writable: true })
    }
    return record
  }

  try {
    return { ok: true, value: copy(value, ''), size }
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.reason, problem: error.message }
    // A getter or a proxy of the value threw.
    return { ok: false, reason: 'not-plain', problem: 'a value that cannot be read' }
  }
}

function className(value: object): string {
  if (value instanceof Error) return 'an Error'
  const tag = Object.prototype.toString.call(value).slice(8, -1)
  return tag === 'Object' ? 'a class instance' : `a ${tag}`
}
