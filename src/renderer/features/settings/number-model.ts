export type NumberProblem = 'notANumber' | 'tooSmall' | 'tooLarge'
export type ReadNumber =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly problem: NumberProblem }

/** Reads what was typed into a field for a whole number; full-width digits of an input method count. */
export function readNumber(typed: string, min: number, max: number): ReadNumber {
  const text = typed.normalize('NFKC').trim()
  if (!/^\d+$/.test(text)) return { ok: false, problem: 'notANumber' }
  const value = Number(text)
  if (value < min) return { ok: false, problem: 'tooSmall' }
  return value > max ? { ok: false, problem: 'tooLarge' } : { ok: true, value }
}
