import type { ErrorCode } from '#shared/errors.ts'
import type { IpcError, IpcErrorCode } from '#shared/ipc/envelope.ts'
import { err, ok, type Result } from '#shared/result.ts'

type Failure = { readonly code: IpcErrorCode; readonly message: string; readonly detail?: ErrorCode }

/** A domain's answer as a window gets it. */
export function answer<T, O>(result: Result<T, Failure>, show: (value: T) => O): Result<O, IpcError> {
  return result.ok ? ok(show(result.value)) : err(result.error)
}

export function found<T>(value: T | null, what: string): Result<T, IpcError> {
  return value === null ? err({ code: 'NOT_FOUND', message: `There is no such ${what}.` }) : ok(value)
}

export function fail(code: IpcErrorCode, message: string): Result<never, IpcError> {
  return err({ code, message })
}

export const done = (): Record<string, never> => ({})
