/** The parts of a key press that matter here. */
export type Press = {
  readonly key: string
  readonly metaKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly isComposing: boolean
  readonly keyCode: number
}

/** Whether a press belongs to an input method: it picks a word and must do nothing else. */
export function isComposing({ isComposing: composing, keyCode }: Pick<Press, 'isComposing' | 'keyCode'>): boolean {
  return composing || keyCode === 229
}

/** Whether a press is this shortcut, such as `mod+Enter`, `e`, `?` or `mod+.`. Case of letters does not matter. */
export function isPress(shortcut: string, press: Press, apple: boolean): boolean {
  const parts = shortcut.split('+')
  const key = parts.at(-1) ?? ''
  const wanted = new Set(parts.slice(0, -1))
  const mod = apple ? press.metaKey : press.ctrlKey
  const other = apple ? press.ctrlKey : press.metaKey
  if (mod !== wanted.has('mod') || other || press.altKey !== wanted.has('alt')) return false
  // A sign that needs Shift on some keyboards and not on others is known by the sign alone.
  const sign = key.length === 1 && key.toLowerCase() === key.toUpperCase()
  if (!sign && press.shiftKey !== wanted.has('shift')) return false
  return press.key.toLowerCase() === key.toLowerCase()
}
