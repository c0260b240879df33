import { type ParseResult, parseSync } from 'oxc-parser'

/** The rules look at the same files one after another. */
const parsed = new Map<string, Pick<ParseResult, 'program' | 'module'>>()

export function parseSource(file: string, source: string): Pick<ParseResult, 'program' | 'module'> {
  const key = `${file}\0${source}`
  const known = parsed.get(key)
  if (known !== undefined) return known
  // The getters build their objects anew at each use.
  const { program, module } = parseSync(file, source)
  const result = { program, module }
  parsed.set(key, result)
  return result
}
