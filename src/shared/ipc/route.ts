import type { z } from 'zod'
import type { IpcErrorCode } from './envelope.ts'

/** One call that a window can make. INVALID_INPUT, STORAGE and INTERNAL can come from any route. */
export type Route<I extends z.ZodType, O extends z.ZodType> = {
  readonly input: I
  readonly output: O
  readonly errors: readonly IpcErrorCode[]
}

export function defineRoute<I extends z.ZodType, O extends z.ZodType>(
  input: I,
  output: O,
  errors: readonly IpcErrorCode[] = [],
): Route<I, O> {
  return { input, output, errors }
}
