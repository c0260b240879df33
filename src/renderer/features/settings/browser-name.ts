const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\bFirefox\//],
  ['Chrome', /\b(?:Headless)?Chrome\//],
  ['Safari', /\bSafari\//],
]
const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
]

/** A browser's own long description as *Firefox, Linux*; a label that is none stays as it is. */
export function browserName(label: string): string {
  if (!/\bMozilla\//.test(label)) return label
  const name = browsers.find(([, pattern]) => pattern.test(label))?.[0]
  const system = systems.find(([, pattern]) => pattern.test(label))?.[0]
  return [name, system].filter((part) => part !== undefined).join(', ')
}
