import { textOf } from '#shared/message.ts'
import type { AgentRuntime, TurnRun } from '../../ports/agent-runtime.ts'
import type { RuntimeDeps } from '../runtime-deps.ts'
import { runModelTurn } from '../model-turn/run-model-turn.ts'
import { bareToolName } from '../model-turn/tool-client.ts'
import { createRehearsalModel } from './rehearsal-model.ts'
import { sentSchema } from './tool-answers.ts'

/** The offline, scripted runtime: no network, no key, no AI. Its Turns go through the same tool loop as a model's. */
export function createRehearsalRuntime(deps: RuntimeDeps): AgentRuntime {
  return {
    readiness: () => ({ ready: true }),
    run: (run) => {
      const scene = {
        origin: run.origin,
        interaction: run.interaction,
        inputText: run.inputText,
        resultOf: resultOf(run),
      }
      const model = createRehearsalModel(scene, { ...deps, turnId: run.turnId, signal: run.signal })
      return runModelTurn({
        run,
        model,
        service: { service: 'The rehearsal', secrets: [], addressHint: '' },
        maxRetries: 0,
      })
    },
    test: () =>
      Promise.resolve([
        {
          step: 'reach',
          state: 'passed',
          detail: 'The rehearsal runs inside this program and needs no network.',
          ms: 0,
        },
        { step: 'key', state: 'passed', detail: 'It needs no key.', ms: 0 },
        { step: 'model', state: 'passed', detail: 'It follows a script; no AI model is used.', ms: 0 },
        { step: 'answer', state: 'passed', detail: 'It answers.', ms: 0 },
        { step: 'tool', state: 'passed', detail: 'It calls the session tools.', ms: 0 },
      ]),
    models: () => Promise.resolve([]),
  }
}

/** The name of the Session that this result came from: its request is one that an earlier call here sent. */
function resultOf(run: TurnRun): string | null {
  if (run.origin !== 'result') return null
  const note = textOf(run.input.parts)
  for (const part of run.history.flatMap((message) => message.parts)) {
    if (part.type !== 'tool' || !['session_send', 'session_create'].includes(bareToolName(part.toolName))) continue
    const sent = sentSchema.safeParse(part.output)
    if (sent.success && note.includes(sent.data.requestId))
      return sent.data.delivery?.receiverSnapshot.sessionName ?? null
  }
  return null
}
