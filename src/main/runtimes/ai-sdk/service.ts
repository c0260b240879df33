import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { RuntimeConfig } from '#shared/agent.ts'
import { assertNever } from '#shared/result.ts'
import type { Readiness } from '../../ports/agent-runtime.ts'
import type { ServiceContext } from '../model-turn/service-error.ts'

export type AiSdkConfig = Extract<RuntimeConfig, { kind: 'ai-sdk' }>

/** A model service as an Agent's configuration names it. */
export type Service = {
  readonly model: LanguageModelV4
  readonly context: ServiceContext
  readonly modelsUrl: string
  /** Headers that name the key, for requests beside the model's own. */
  readonly headers: Readonly<Record<string, string>>
}

/** Printable ASCII: nothing else can stand in a header, and a pasted line break is the usual mistake. */
const KEY = /^[\x21-\x7e]+$/

export function readinessOf(config: AiSdkConfig, key: string | null): Readiness {
  if (!URL.canParse(config.baseUrl)) return notReady('The Agent has no valid service address.')
  const { username, password } = new URL(config.baseUrl)
  if (username !== '' || password !== '')
    return notReady('The address holds a name or password. Put the key into its own field.')
  if (config.model.trim() === '') return notReady('The Agent has no model.')
  const given = key ?? ''
  if (config.provider === 'anthropic' && given === '') {
    return notReady("This service needs a key, and the Agent has none. Set it in the Agent's settings.")
  }
  if (given !== '' && !KEY.test(given)) {
    return notReady('The key holds a space, a line break or a character that no key has. Paste it again.')
  }
  return { ready: true }
}

function notReady(reason: string): Readiness {
  return { ready: false, reason }
}

export function openService(config: AiSdkConfig, key: string | null, fetch: typeof globalThis.fetch): Service {
  const baseURL = apiRoot(config)
  const context = {
    service: `The model service at ${new URL(config.baseUrl).host}`,
    secrets: key === null ? [] : [key],
    addressHint: isBare(baseURL) ? ' The addresses of most services end in /v1.' : '',
  }
  switch (config.provider) {
    case 'openai-compatible': {
      const provider = createOpenAICompatible({
        name: 'openai-compatible',
        baseURL,
        fetch,
        includeUsage: true,
        ...(key === null || key === '' ? {} : { apiKey: key }),
      })
      const headers: Record<string, string> = key === null || key === '' ? {} : { authorization: `Bearer ${key}` }
      return { model: provider.chatModel(config.model), context, modelsUrl: `${baseURL}/models`, headers }
    }
    case 'anthropic': {
      // An empty key is passed as such: left out, the library would take one from the environment.
      const provider = createAnthropic({ baseURL, fetch, apiKey: key ?? '' })
      const headers = { 'x-api-key': key ?? '', 'anthropic-version': '2023-06-01' }
      return {
        model: provider.languageModel(config.model),
        context,
        modelsUrl: `${baseURL}/models?limit=1000`,
        headers,
      }
    }
    default:
      return assertNever(config.provider)
  }
}

/** The address that the provider's paths are appended to, also where a person pasted one of those paths with it. */
function apiRoot(config: AiSdkConfig): string {
  const base = config.baseUrl
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/(?:chat\/completions|messages)$/, '')
  return config.provider === 'anthropic' && isBare(base) ? `${base}/v1` : base
}

function isBare(address: string): boolean {
  return new URL(address).pathname === '/'
}
