import type { Provider } from '#shared/agent.ts'

export type Service = {
  readonly id: string
  readonly name: string
  readonly provider: Provider
  readonly baseUrl: string
  /** Whether it asks for a key. */
  readonly key: boolean
}

/** Services that a person may have an account at, and programs that serve a model on this computer. */
export const services: readonly Service[] = [
  { id: 'anthropic', name: 'Anthropic', provider: 'anthropic', baseUrl: 'https://api.anthropic.com/v1', key: true },
  { id: 'openai', name: 'OpenAI', provider: 'openai-compatible', baseUrl: 'https://api.openai.com/v1', key: true },
  {
    id: 'deepseek',
    name: 'DeepSeek',
    provider: 'openai-compatible',
    baseUrl: 'https://api.deepseek.com/v1',
    key: true,
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    provider: 'openai-compatible',
    baseUrl: 'https://openrouter.ai/api/v1',
    key: true,
  },
  { id: 'ollama', name: 'Ollama', provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:11434/v1', key: false },
  {
    id: 'lm-studio',
    name: 'LM Studio',
    provider: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:1234/v1',
    key: false,
  },
  { id: 'vllm', name: 'vLLM', provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:8000/v1', key: false },
]

export const custom: Service = { id: 'custom', name: '', provider: 'openai-compatible', baseUrl: '', key: true }
