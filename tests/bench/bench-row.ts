/** One measured figure, held against a limit or a peer of the same run. */
export type BenchRow = {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The limit or peer with its own figure, in words; empty where there is none. */
  readonly reference: string
  /** `value` to the peer's figure. */
  readonly ratio: number | null
  /** What design §11 asks for; empty where it asks for nothing. */
  readonly target: string
  readonly met: boolean | null
}

/** A rate beside the bare loop's: at least `least` of it. */
export function atLeast(name: string, value: number, bare: number, least: number): BenchRow {
  const ratio = value / bare
  return {
    name,
    value: Math.round(value),
    unit: '1/s',
    reference: `bare transactions ${Math.round(bare)} 1/s`,
    ratio: Number(ratio.toFixed(3)),
    target: `≥ ${least} of the bare transactions`,
    met: ratio >= least,
  }
}
