import type { FinishReason, TextStreamPart, ToolSet } from 'ai'
import type { RuntimeEvent } from '../../ports/agent-runtime.ts'
import { readToolAnswer, type ToolAnswer } from './tool-output.ts'
import type { LastStep } from './turn-end.ts'

/** Turns the parts of a model's stream into events of a Turn, and remembers what its end depends on. */
export class TurnReporter {
  readonly #emit: (event: RuntimeEvent) => void
  readonly #openCalls = new Set<string>()
  #finishReason: FinishReason = 'interrupted'
  #steps = 0
  #stepCalls = 0
  #inputTokens: number | null = null
  #outputTokens: number | null = null
  failure: { readonly error: unknown } | null = null

  constructor(deps: { readonly emit: (event: RuntimeEvent) => void }) {
    this.#emit = deps.emit
  }

  lastStep(): LastStep {
    return { finishReason: this.#finishReason, steps: this.#steps, calledTools: this.#stepCalls > 0 }
  }

  take(part: TextStreamPart<ToolSet>): void {
    switch (part.type) {
      case 'text-delta':
        if (part.text !== '') this.#emit({ type: 'text', text: part.text })
        return
      case 'reasoning-delta':
        if (part.text !== '') this.#emit({ type: 'reasoning', text: part.text })
        return
      case 'text-end':
      case 'reasoning-end':
        this.#emit({ type: 'break' })
        return
      case 'start-step':
        this.#stepCalls = 0
        this.#finishReason = 'interrupted'
        this.#emit({ type: 'alive' })
        return
      case 'tool-call':
        this.#stepCalls += 1
        this.#openCalls.add(part.toolCallId)
        this.#emit({ type: 'tool-call', toolCallId: part.toolCallId, toolName: part.toolName, input: part.input })
        return
      case 'tool-result':
        if (part.preliminary !== true) this.#closeCall(part.toolCallId, readToolAnswer(part.output))
        return
      case 'tool-error':
        this.#closeCall(part.toolCallId, { output: describeToolError(part.error), isError: true })
        return
      case 'finish-step':
        this.#steps += 1
        this.#finishReason = part.finishReason
        this.#addUsage(part.usage)
        this.#emit({ type: 'step' })
        return
      case 'error':
        this.failure ??= { error: part.error }
        return
      default:
        this.#emit({ type: 'alive' })
    }
  }

  /** Gives every call that was never answered an answer that says so. */
  closeOpenCalls(): void {
    for (const id of [...this.#openCalls]) {
      this.#closeCall(id, { output: 'The answer ended before this tool was run, so it was not run.', isError: true })
    }
  }

  #closeCall(toolCallId: string, answer: ToolAnswer): void {
    if (!this.#openCalls.delete(toolCallId)) return
    this.#emit({ type: 'tool-result', toolCallId, output: answer.output, isError: answer.isError })
  }

  #addUsage(usage: { readonly inputTokens: number | undefined; readonly outputTokens: number | undefined }): void {
    if (usage.inputTokens === undefined && usage.outputTokens === undefined) return
    this.#inputTokens = sum(this.#inputTokens, usage.inputTokens)
    this.#outputTokens = sum(this.#outputTokens, usage.outputTokens)
    this.#emit({ type: 'usage', usage: { inputTokens: this.#inputTokens, outputTokens: this.#outputTokens } })
  }
}

function sum(total: number | null, more: number | undefined): number | null {
  return more === undefined ? total : (total ?? 0) + more
}

function describeToolError(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
