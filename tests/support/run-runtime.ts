import type { RuntimeConfig } from '#shared/agent.ts'
import type { AgentRuntime, RuntimeEnd, RuntimeEvent, TurnRun } from '#main/ports/agent-runtime.ts'
import { startFakeTools, type FakeTools } from './fake-session-tools.ts'

export type RuntimeRun = {
  readonly end: RuntimeEnd
  readonly events: readonly RuntimeEvent[]
  /** All text of the Turn, joined. */
  readonly text: string
  readonly tools: FakeTools
}

export type RunOptions = Partial<TurnRun> & {
  readonly fakeTools?: FakeTools
  readonly onEvent?: (event: RuntimeEvent) => void
}

/** Runs one Turn of a runtime against fake session tools and gathers what it reported. */
export async function runRuntime(
  runtime: AgentRuntime,
  config: RuntimeConfig,
  inputText: string,
  options: RunOptions = {},
): Promise<RuntimeRun> {
  const { fakeTools, onEvent, ...overrides } = options
  const tools = fakeTools ?? (await startFakeTools())
  const events: RuntimeEvent[] = []
  const end = await runtime.run({
    turnId: 'turn-1',
    sessionId: 'session-self',
    origin: 'person',
    interaction: 'interactive',
    config,
    instructions: '',
    history: [],
    input: { role: 'user', parts: [{ type: 'text', text: inputText }] },
    inputText,
    workspace: '/',
    tools: tools.transport,
    stepLimit: 50,
    key: null,
    signal: new AbortController().signal,
    emit: (event) => {
      events.push(event)
      onEvent?.(event)
    },
    ...overrides,
  })
  await tools.close()
  const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('')
  return { end, events, text, tools }
}
