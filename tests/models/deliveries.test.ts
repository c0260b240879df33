import { afterAll, beforeAll, test } from 'vitest'
import { approvalCommands, deliveryCommands, sessionCommands, turnCommands } from './commands.ts'
import { type ModelBed, openModelBed } from './model-bed.ts'
import { runModel } from './run-model.ts'

let bed: ModelBed
beforeAll(async () => {
  bed = await openModelBed()
}, 60_000)
afterAll(() => bed[Symbol.asyncDispose]())

test('every accepted request starts in its order, ends once, and has exactly the result that it must have', async () => {
  const { send, succeed, fail, stop, retry } = turnCommands
  const { trash, restore, crash } = sessionCommands
  const { ask, tell, approve } = approvalCommands
  const { approveToKeep, approveToExpire, minute, cancel, sendAgain, wake, markRead, pause, resume } = deliveryCommands
  await runModel(
    bed,
    [
      { weight: 15, command: send },
      { weight: 18, command: succeed },
      { weight: 9, command: fail },
      { weight: 3, command: stop },
      { weight: 3, command: retry },
      { weight: 27, command: ask },
      { weight: 6, command: tell },
      { weight: 18, command: approve },
      { weight: 9, command: approveToKeep },
      { weight: 6, command: approveToExpire },
      { weight: 3, command: minute },
      { weight: 9, command: cancel },
      { weight: 12, command: sendAgain },
      { weight: 9, command: wake },
      { weight: 6, command: markRead },
      { weight: 3, command: pause },
      { weight: 6, command: resume },
      { weight: 3, command: trash },
      { weight: 6, command: restore },
      { weight: 1, command: crash },
    ],
    { numRuns: 16, steps: 140 },
  )
}, 120_000)
