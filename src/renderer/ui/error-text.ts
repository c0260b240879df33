import i18next from 'i18next'
import type { ErrorCode } from '#shared/errors.ts'
import type { IpcError } from '#shared/ipc/envelope.ts'

/** A failed call in the person's language: by the domain's own code where there is one, else by the call's. */
export function errorText({ code, detail }: Pick<IpcError, 'code' | 'detail'>): string {
  return detail === undefined ? i18next.t(`call.${code}`, { ns: 'errors' }) : codeText(detail)
}

/** What a code of a delivery, a Turn or a tool means, in the person's language. */
export function codeText(code: ErrorCode): string {
  return i18next.t(`code.${code}`, { ns: 'errors' })
}
