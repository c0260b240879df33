import { z } from 'zod'
import { errorCodeSchema } from '../errors.ts'

/** Why a call from a window was not done. */
export const ipcErrorCodes = [
  'INVALID_INPUT',
  'NOT_FOUND',
  'CONFLICT',
  'REFUSED',
  'STORAGE',
  'UNAVAILABLE',
  'INTERNAL',
] as const

export const ipcErrorSchema = z.object({
  code: z.enum(ipcErrorCodes),
  /** What happened and what was kept, in English; the window translates `code` and `detail`. */
  message: z.string(),
  /** The domain's own code, where there is one. */
  detail: errorCodeSchema.optional(),
})
export type IpcError = z.infer<typeof ipcErrorSchema>
export type IpcErrorCode = IpcError['code']

/** What every call answers; a call never rejects across the boundary. */
export type IpcEnvelope<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: IpcError }

export const ipcRequestSchema = z.strictObject({ route: z.string(), input: z.unknown() })
