import type { RuntimeConfig } from '#shared/agent.ts'
import type { CodedError } from '#shared/errors.ts'
import type { Part } from '#shared/message.ts'
import type { Interaction, TurnOrigin, Usage } from '#shared/turn.ts'
import type { Transport } from './tool-transport.ts'

/** One message of the history, oldest first, well formed: every tool part has ended. */
export type HistoryMessage = { readonly role: 'user' | 'assistant'; readonly parts: readonly Part[] }

/** What a runtime gets to run one Turn. */
export interface TurnRun {
  readonly turnId: string
  readonly sessionId: string
  readonly origin: TurnOrigin
  /** In a headless Turn every session tool is refused. */
  readonly interaction: Interaction
  readonly config: RuntimeConfig
  /** The Agent's instructions, as the person wrote them. */
  readonly instructions: string
  readonly history: readonly HistoryMessage[]
  /** The input, with the host's note and fence where it came from another Session. */
  readonly input: HistoryMessage
  /** The person's or sender's bare text. */
  readonly inputText: string
  /** Absolute path of the Session's folder; it exists. */
  readonly workspace: string
  /** The client end of this Turn's own MCP bridge. */
  readonly tools: Transport
  readonly stepLimit: number
  /** The secret kept for this Agent, if any. */
  readonly key: string | null
  readonly signal: AbortSignal
  /** Takes events in order; those after the Turn's end are dropped. */
  readonly emit: (event: RuntimeEvent) => void
}

export type RuntimeEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** A text or reasoning block ends; the next delta starts a new part. */
  | { readonly type: 'break' }
  | { readonly type: 'tool-call'; readonly toolCallId: string; readonly toolName: string; readonly input: unknown }
  | { readonly type: 'tool-result'; readonly toolCallId: string; readonly output: unknown; readonly isError: boolean }
  | { readonly type: 'step' }
  /** The Turn's totals so far. */
  | { readonly type: 'usage'; readonly usage: Usage }
  /** Something is alive, though there is nothing to show. */
  | { readonly type: 'alive' }

/** How a run ended. `stopped` is the answer to an abort. */
export type RuntimeEnd =
  | { readonly end: 'stop' }
  | { readonly end: 'failed'; readonly error: CodedError }
  | { readonly end: 'stopped' }

/** Whether a Turn could start now; an outage may pass by itself. */
export type Readiness = { readonly ready: true } | { readonly ready: false; readonly reason: string }

export interface AgentRuntime {
  /** Looks at the configuration only; no request goes out. */
  readiness(config: RuntimeConfig, key: string | null): Readiness
  /** Runs one Turn to its one end. Rejects only for a bug; a service's failure is `failed`. */
  run(run: TurnRun): Promise<RuntimeEnd>
  /** Tries the configuration step by step, stopping at the first failure. */
  test(config: RuntimeConfig, key: string | null, signal: AbortSignal): Promise<readonly RuntimeTestStep[]>
  /** Names of the models on offer; empty where the service does not say. */
  models(config: RuntimeConfig, key: string | null, signal: AbortSignal): Promise<readonly string[]>
}

export type RuntimeTestStep = {
  readonly step: 'reach' | 'key' | 'model' | 'answer' | 'tool'
  readonly state: 'passed' | 'failed' | 'not-tried'
  readonly detail: string
  readonly ms: number | null
}

/** Loads a runtime's code on first use. */
export type RuntimeFactories = { readonly [K in RuntimeConfig['kind']]: () => Promise<AgentRuntime> }
