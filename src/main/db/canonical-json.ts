/** What canonical JSON is made of: finite numbers only, no undefined. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/**
 * One text for one value, whatever order its keys were written in: RFC 8785, which sorts keys by UTF-16 code units
 * and takes numbers and strings as JSON.stringify writes them. Throws on a number that JSON has no form for.
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('canonical JSON has no such number')
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value)
}
