import type { TFunction } from 'i18next'
import type { Agent } from '#shared/agent.ts'
import { hostOf, serviceOf } from './form/agent-form-model.ts'

/** What an Agent runs with, in one line: *DeepSeek, deepseek-chat*. */
export function agentLine(t: TFunction<'agents'>, { runtime }: Agent): string {
  if (runtime.kind === 'rehearsal') return t('line.rehearsal')
  const { name } = serviceOf(runtime)
  return t('line.model', { service: name === '' ? hostOf(runtime.baseUrl) : name, model: runtime.model })
}
