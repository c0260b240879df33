import { hrefOf } from '#renderer/app/router.ts'

/** The address of a Session in this window, and of one message in it. */
export function sessionHref(sessionId: string, messageId: string | null = null): string {
  return hrefOf('sessions', sessionId, messageId === null ? {} : { message: messageId })
}
