const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A size as a person reads it: three digits at most, in steps of 1,000 as file managers count. */
export function sizeText(bytes: number, language: string): string {
  let value = Math.max(0, bytes)
  let unit = 0
  // 999.6 would be shown as 1,000 of the unit below.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[unit] ?? 'byte',
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && unit > 1 ? 1 : 0,
  }).format(value)
}
