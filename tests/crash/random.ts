/** Numbers that a seed decides (mulberry32), so that a run can be asked for again. */
export interface Random {
  /** In [0, 1). */
  next(): number
  /** An integer in [from, to]. */
  between(from: number, to: number): number
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T | undefined
  /** One name, each as often as its weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K
}

export function createRandom(...seeds: readonly number[]): Random {
  let state = seeds.reduce((mixed, seed) => Math.imul(mixed ^ seed, 0x9e3779b1) + 0x7f4a7c15, 0x2545f491) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (share) => next() < share,
    pick: (from) => from[Math.floor(next() * from.length)],
    weighted(weights) {
      const entries = Object.entries<number>(weights) as [keyof typeof weights, number][]
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [name, weight] of entries) {
        left -= weight
        if (left < 0) return name
      }
      const [first] = entries
      if (first === undefined) throw new Error('there is nothing to choose from')
      return first[0]
    },
  }
}
