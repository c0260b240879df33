import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { RuntimeFactories } from '../ports/agent-runtime.ts'

/** So much time between two pieces of scripted text that a person sees it being written. */
const REHEARSAL_PACE_MS = 25

/** The runtimes that there are. Each is loaded when an Agent first needs it; start-up loads none. */
export function runtimeFactories(deps: { readonly clock: Clock; readonly logger: Logger }): RuntimeFactories {
  return {
    rehearsal: async () => {
      const { createRehearsalRuntime } = await import('../runtimes/rehearsal/rehearsal-runtime.ts')
      const { steadyPace } = await import('../runtimes/runtime-deps.ts')
      return createRehearsalRuntime({ ...deps, pace: steadyPace(deps.clock, REHEARSAL_PACE_MS) })
    },
    'ai-sdk': async () => {
      const { createAiSdkRuntime } = await import('../runtimes/ai-sdk/ai-sdk-runtime.ts')
      return createAiSdkRuntime(deps)
    },
  }
}
