import type { FinishReason } from 'ai'
import type { RuntimeEnd } from '../../ports/agent-runtime.ts'

/** The last step of a run that nobody stopped and no error ended. */
export type LastStep = {
  readonly finishReason: FinishReason
  readonly steps: number
  readonly calledTools: boolean
}

/** Only `stop` after a step without calls is a whole answer; everything else keeps its partial text and fails. */
export function endOfTurn(last: LastStep, stepLimit: number): RuntimeEnd {
  if (
    last.calledTools &&
    last.steps >= stepLimit &&
    (last.finishReason === 'tool-calls' || last.finishReason === 'stop')
  ) {
    return failed('TURN_STEP_LIMIT', `The Turn used all of its ${stepLimit} steps before the model gave an answer.`)
  }
  switch (last.finishReason) {
    case 'stop':
      return { end: 'stop' }
    case 'length':
      return failed(
        'TURN_LENGTH',
        'The answer reached the longest length that the model may write, so it is not whole.',
      )
    case 'content-filter':
      return failed('TURN_FILTERED', "The service's filter stopped the answer.")
    case 'tool-calls':
    case 'error':
    case 'interrupted':
    case 'other':
      return failed('TURN_CUT', 'The answer ended without saying that it was finished, so it may not be whole.')
  }
}

function failed(code: 'TURN_STEP_LIMIT' | 'TURN_LENGTH' | 'TURN_FILTERED' | 'TURN_CUT', message: string): RuntimeEnd {
  return { end: 'failed', error: { code, message } }
}
