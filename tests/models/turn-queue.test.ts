import { afterAll, beforeAll, test } from 'vitest'
import { approvalCommands, sessionCommands, turnCommands } from './commands.ts'
import { type ModelBed, openModelBed } from './model-bed.ts'
import { runModel } from './run-model.ts'

let bed: ModelBed
beforeAll(async () => {
  bed = await openModelBed()
}, 60_000)
afterAll(() => bed[Symbol.asyncDispose]())

test('whatever is sent, stopped, taken back and repeated, Turns run one at a time and in their order', async () => {
  const { send, succeed, fail, stop, stopAndSend, withdraw, withdrawLate, retry } = turnCommands
  const { trash, restore, crash, quit } = sessionCommands
  const { ask, approve } = approvalCommands
  await runModel(
    bed,
    [
      { weight: 27, command: send },
      { weight: 15, command: succeed },
      { weight: 9, command: fail },
      { weight: 6, command: stop },
      { weight: 6, command: stopAndSend },
      { weight: 6, command: withdraw },
      { weight: 3, command: withdrawLate },
      { weight: 12, command: retry },
      { weight: 12, command: ask },
      { weight: 12, command: approve },
      { weight: 3, command: trash },
      { weight: 6, command: restore },
      { weight: 1, command: crash },
      { weight: 1, command: quit },
    ],
    { numRuns: 16, steps: 100 },
  )
}, 120_000)
