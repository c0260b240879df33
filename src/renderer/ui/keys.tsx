import { isApple } from './platform.ts'

const names: Readonly<Record<string, readonly [apple: string, other: string]>> = {
  mod: ['⌘', 'Ctrl'],
  shift: ['⇧', 'Shift'],
  alt: ['⌥', 'Alt'],
  enter: ['↵', '↵'],
  up: ['↑', '↑'],
  down: ['↓', '↓'],
  left: ['←', '←'],
  right: ['→', '→'],
  escape: ['esc', 'Esc'],
}

/** Key caps, such as `['mod', 'Enter']`. Read out by the shortcut attribute of what they stand in, not by themselves. */
export function Keys({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className="keys" aria-hidden>
      {keys.map((key) => (
        <kbd key={key}>{names[key.toLowerCase()]?.[isApple ? 0 : 1] ?? key.toUpperCase()}</kbd>
      ))}
    </span>
  )
}
