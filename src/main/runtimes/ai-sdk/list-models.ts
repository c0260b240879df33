import { z } from 'zod'
import type { Service } from './service.ts'

const entrySchema = z.union([
  z.object({ id: z.string().min(1) }).transform(({ id }) => id),
  z.object({ name: z.string().min(1) }).transform(({ name }) => name),
])
const listSchema = z.union([
  z.object({ data: z.array(entrySchema) }).transform(({ data }) => data),
  z.object({ models: z.array(entrySchema) }).transform(({ models }) => models),
  z.array(entrySchema),
])

export type ModelList = {
  /** The HTTP status; any at all means that something answered. */
  readonly status: number
  /** Names in the service's order; null when it gave no list that can be read. */
  readonly models: readonly string[] | null
}

/** Asks the service which models it offers. Rejects only when it cannot be reached or the signal aborts. */
export async function listModels(
  service: Service,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<ModelList> {
  const response = await fetch(service.modelsUrl, {
    headers: { ...service.headers, accept: 'application/json' },
    signal,
  })
  const text = await response.text()
  if (!response.ok) return { status: response.status, models: null }
  const parsed = listSchema.safeParse(parseJson(text))
  return { status: response.status, models: parsed.success ? [...new Set(parsed.data)] : null }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A page of HTML is no list.
    return null
  }
}
