/** A LIKE pattern, for use with `ESCAPE '\'`, that finds `text` as it stands anywhere in a value. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (char) => `\\${char}`)}%`
}
