/** What of a key event decides whether Enter sends. */
export type ComposeKey = {
  readonly key: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly isComposing: boolean
  /** 229 while an input method holds the key. */
  readonly keyCode: number
}

/**
 * Safari ends a composition before the Enter that chose the word arrives, so that this Enter looks like any other; it
 * comes within a few milliseconds of the end.
 */
const AFTER_COMPOSITION_MS = 30

/** Whether Enter means "send" and not "this word" or "new line". `sinceComposition` is in milliseconds. */
export function isSendKey(event: ComposeKey, sinceComposition: number): boolean {
  if (event.key !== 'Enter' || event.shiftKey || event.altKey) return false
  return !event.isComposing && event.keyCode !== 229 && sinceComposition > AFTER_COMPOSITION_MS
}
