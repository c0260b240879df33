/** Whether this window runs on an Apple system: ⌘ instead of Ctrl. */
export const isApple: boolean =
  typeof navigator !== 'undefined' &&
  /mac|iphone|ipad/i.test(navigator.platform === '' ? navigator.userAgent : navigator.platform)
