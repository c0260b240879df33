const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const UUID_BYTES = 16
const TEXT = Buffer.from([0])
/** For a text that would be as long as a UUID otherwise. */
const PADDED_TEXT = Buffer.from([1, 0])

/** A message's id as the index stores it: a UUID in 16 bytes, anything else as its text in any other length. */
export function messageKey(id: string): Buffer {
  if (UUID.test(id)) return Buffer.from(id.replaceAll('-', ''), 'hex')
  const text = Buffer.from(id, 'utf8')
  return Buffer.concat([text.length + TEXT.length === UUID_BYTES ? PADDED_TEXT : TEXT, text])
}

export function messageIdOf(key: Buffer): string {
  if (key.length !== UUID_BYTES)
    return key.toString('utf8', key[0] === PADDED_TEXT[0] ? PADDED_TEXT.length : TEXT.length)
  const hex = key.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
