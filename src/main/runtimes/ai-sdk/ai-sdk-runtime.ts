import type { RuntimeConfig } from '#shared/agent.ts'
import { describeError } from '../../kernel/logger.ts'
import type { AgentRuntime } from '../../ports/agent-runtime.ts'
import { runModelTurn } from '../model-turn/run-model-turn.ts'
import type { RuntimeDeps } from '../runtime-deps.ts'
import { listModels } from './list-models.ts'
import { openService, readinessOf, type AiSdkConfig } from './service.ts'
import { createServiceFetch } from './service-fetch.ts'
import { testService } from './test-service.ts'

/** Requests that failed before their first byte are sent again this often. */
const MAX_RETRIES = 2
const MODELS_WITHIN_MS = 15_000

export type AiSdkRuntimeDeps = Pick<RuntimeDeps, 'clock' | 'logger'> & {
  readonly maxRetries?: number
  /** How long one step of a test may take. */
  readonly testWithinMs?: number
}

/** Models behind an HTTP service: anything that speaks Chat Completions, or Anthropic's Messages. Keeps no state. */
export function createAiSdkRuntime(deps: AiSdkRuntimeDeps): AgentRuntime {
  const { clock, logger, maxRetries = MAX_RETRIES, testWithinMs = 60_000 } = deps
  const fetch = createServiceFetch()
  return {
    readiness: (config, key) => readinessOf(ours(config), key),
    run: async (run) => {
      const config = ours(run.config)
      const readiness = readinessOf(config, run.key)
      if (!readiness.ready) return { end: 'failed', error: { code: 'RUNTIME_ERROR', message: readiness.reason } }
      const { model, context } = openService(config, run.key, fetch)
      return runModelTurn({ run, model, service: context, maxRetries })
    },
    test: (config, key, signal) =>
      testService({ config: ours(config), key, signal, fetch, clock, withinMs: testWithinMs }),
    models: async (config, key, signal) => {
      if (!URL.canParse(ours(config).baseUrl)) return []
      const limit = new AbortController()
      const stopTimer = clock.after(MODELS_WITHIN_MS, () => limit.abort())
      try {
        const list = await listModels(
          openService(ours(config), key, fetch),
          fetch,
          AbortSignal.any([signal, limit.signal]),
        )
        return list.models ?? []
      } catch (error) {
        logger.info('the models of a service could not be listed', describeError(error))
        return []
      } finally {
        stopTimer()
      }
    },
  }
}

function ours(config: RuntimeConfig): AiSdkConfig {
  if (config.kind !== 'ai-sdk') throw new Error(`the ai-sdk runtime was given a configuration of kind ${config.kind}`)
  return config
}
