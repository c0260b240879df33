import { expect, test } from 'vitest'
import { isComposing, isPress, type Press } from './shortcut-keys.ts'

const none: Press = {
  key: '',
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  keyCode: 0,
}

test('mod is ⌘ on Apple systems and Ctrl elsewhere, and nothing else', () => {
  expect(isPress('mod+Enter', { ...none, key: 'Enter', metaKey: true }, true)).toBe(true)
  expect(isPress('mod+Enter', { ...none, key: 'Enter', ctrlKey: true }, true)).toBe(false)
  expect(isPress('mod+Enter', { ...none, key: 'Enter', ctrlKey: true }, false)).toBe(true)
  expect(isPress('mod+Enter', { ...none, key: 'Enter' }, false)).toBe(false)
})

test('a letter is itself only without a modifier, whatever Caps Lock says', () => {
  expect(isPress('e', { ...none, key: 'e' }, false)).toBe(true)
  expect(isPress('e', { ...none, key: 'E' }, false)).toBe(true)
  expect(isPress('e', { ...none, key: 'e', ctrlKey: true }, false)).toBe(false)
  expect(isPress('e', { ...none, key: 'e', altKey: true }, false)).toBe(false)
})

test('a sign is known with and without Shift', () => {
  expect(isPress('?', { ...none, key: '?', shiftKey: true }, false)).toBe(true)
  expect(isPress('?', { ...none, key: '?' }, false)).toBe(true)
})

test('[U01] a press of the input method is none of ours, in any browser', () => {
  expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true)
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true)
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false)
})
