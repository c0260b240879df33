import fc from 'fast-check'
import type { ModelBed } from './model-bed.ts'
import { Model } from './model-state.ts'
import { RealSystem } from './real-system.ts'

type Command = fc.AsyncCommand<Model, RealSystem>
type Weighted = { readonly weight: number; readonly command: fc.Arbitrary<Command> }

export type Runs = { readonly numRuns: number; readonly steps: number }

/** Runs random sequences of commands. On a failure fast-check names the seed, the path and the shortest sequence. */
export async function runModel(bed: ModelBed, commands: readonly Weighted[], { numRuns, steps }: Runs): Promise<void> {
  const mixed = fc.oneof(...commands.map(({ weight, command }) => ({ weight, arbitrary: command })))
  await fc.assert(
    fc.asyncProperty(fc.array(mixed, { minLength: 1, maxLength: steps, size: 'max' }), async (sequence) => {
      const real = new RealSystem(bed)
      try {
        await fc.asyncModelRun(() => ({ model: new Model(), real }), sequence)
      } finally {
        await real.clear()
      }
    }),
    { numRuns, plugins: [fc.interruptAfterTimeLimit(60_000)] },
  )
}
