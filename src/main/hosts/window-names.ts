import type { Disposer } from '../kernel/clock.ts'

/** Gives each window a name that a person can tell apart: `Firefox on Linux`, `Firefox on Linux 2`. */
export interface WindowNames {
  take(label: string): { readonly name: string; readonly release: Disposer }
}

export function createWindowNames(): WindowNames {
  const taken = new Set<string>()
  return {
    take(label) {
      let name = label
      for (let number = 2; taken.has(name); number += 1) name = `${label} ${String(number)}`
      taken.add(name)
      return { name, release: () => void taken.delete(name) }
    },
  }
}

/** `Firefox on Linux` from a User-Agent header; it is only a label, so a wrong guess does no harm. */
export function browserLabel(userAgent: string | undefined): string {
  const agent = userAgent ?? ''
  const browser =
    [
      ['Edg/', 'Edge'],
      ['OPR/', 'Opera'],
      ['Firefox/', 'Firefox'],
      ['Chrome/', 'Chrome'],
      ['Safari/', 'Safari'],
    ].find(([mark]) => mark !== undefined && agent.includes(mark))?.[1] ?? 'Browser'
  const system = [
    ['Windows', 'Windows'],
    ['Android', 'Android'],
    ['iPhone', 'iPhone'],
    ['iPad', 'iPad'],
    ['Mac OS X', 'macOS'],
    ['Linux', 'Linux'],
  ].find(([mark]) => mark !== undefined && agent.includes(mark))?.[1]
  return system === undefined ? browser : `${browser} on ${system}`
}
