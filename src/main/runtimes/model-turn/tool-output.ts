/**
 * What a tool answered, in the form that is stored, shown and handed back as history: the structured answer where there
 * is one, else the JSON value of its text, else the text.
 */
export type ToolAnswer = { readonly output: unknown; readonly isError: boolean }

export function readToolAnswer(result: unknown): ToolAnswer {
  if (!isRecord(result) || !Array.isArray(result['content'])) return { output: result ?? null, isError: false }
  const isError = result['isError'] === true
  const structured = result['structuredContent']
  if (!isError && structured !== undefined && structured !== null) return { output: structured, isError }
  const text = result['content']
    .filter(
      (item): item is { text: string } => isRecord(item) && item['type'] === 'text' && typeof item['text'] === 'string',
    )
    .map((item) => item.text)
    .join('\n')
  return { output: parseJson(text) ?? text, isError }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Plain text is an answer too.
    return undefined
  }
}
