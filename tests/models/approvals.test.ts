import { afterAll, beforeAll, test } from 'vitest'
import { approvalCommands, sessionCommands, turnCommands } from './commands.ts'
import { type ModelBed, openModelBed } from './model-bed.ts'
import { runModel } from './run-model.ts'

let bed: ModelBed
beforeAll(async () => {
  bed = await openModelBed()
}, 60_000)
afterAll(() => bed[Symbol.asyncDispose]())

test('every question is settled once, is sent only by a yes, and tells the tool that waits how it ended', async () => {
  const { send, succeed, fail, stop, retry } = turnCommands
  const { trash, restore, crash, quit } = sessionCommands
  const { ask, tell, askWithKey, approve, deny, answerAgain, abort, week } = approvalCommands
  await runModel(
    bed,
    [
      { weight: 18, command: send },
      { weight: 9, command: succeed },
      { weight: 3, command: fail },
      { weight: 3, command: stop },
      { weight: 9, command: retry },
      { weight: 12, command: ask },
      { weight: 6, command: tell },
      { weight: 15, command: askWithKey },
      { weight: 9, command: approve },
      { weight: 6, command: deny },
      { weight: 6, command: answerAgain },
      { weight: 3, command: abort },
      { weight: 3, command: week },
      { weight: 3, command: trash },
      { weight: 6, command: restore },
      { weight: 1, command: crash },
      { weight: 1, command: quit },
    ],
    { numRuns: 16, steps: 120 },
  )
}, 120_000)
