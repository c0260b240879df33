type Props = {
  readonly name: string
  readonly emoji: string
  readonly size?: 16 | 18 | 20 | 24 | 36
}

const fonts = { 16: [9.5, 4], 18: [10.5, 5], 20: [11, 5], 24: [12.5, 6], 36: [17, 8] } as const
const tones = ['p', 'c', 'r'] as const

/** Who somebody is, never how it fares: the Agent's emoji or first letter on a muted tone of its own. */
export function AgentTile({ name, emoji, size = 18 }: Props) {
  const [fontSize, borderRadius] = fonts[size]
  const letter = firstLetter(name)
  return (
    <span
      className="who"
      data-tone={letter === '' ? undefined : toneOf(name)}
      style={{ width: size, height: size, fontSize: emoji === '' ? fontSize : fontSize + 1.5, borderRadius }}
      aria-hidden
    >
      {emoji === '' ? letter : emoji}
    </span>
  )
}

function firstLetter(name: string): string {
  const first = [...name.trim()][0] ?? ''
  return first.toLocaleUpperCase()
}

function toneOf(name: string): string {
  let sum = 0
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973
  return tones[sum % tones.length] ?? 'p'
}
