/** The newest first, each once, whatever its case. */
export function withSearch(searches: readonly string[], query: string): readonly string[] {
  const text = query.trim()
  if (text === '') return searches
  const others = searches.filter((old) => old.toLocaleLowerCase() !== text.toLocaleLowerCase())
  return [text, ...others].slice(0, 6)
}
