import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { TurnRun } from '#main/ports/agent-runtime.ts'
import { TOOL_CALL_ID_KEY } from '#main/ports/tool-transport.ts'

export type ToolAnswer = { readonly isError: boolean; readonly value: Record<string, unknown> }

export interface TurnTools {
  call(name: string, args: Record<string, unknown>, signal?: AbortSignal): Promise<ToolAnswer>
}

/** A runtime's own use of the tools: each call is reported as an event, as a real runtime does. */
export async function useTools(run: TurnRun): Promise<TurnTools> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(run.tools)
  let calls = 0
  return {
    async call(name, args, signal) {
      calls += 1
      const toolCallId = `call-${calls}`
      run.emit({ type: 'tool-call', toolCallId, toolName: name, input: args })
      const answer = await client.callTool(
        { name, arguments: args, _meta: { [TOOL_CALL_ID_KEY]: toolCallId } },
        undefined,
        { timeout: 2 ** 31 - 1, ...(signal === undefined ? {} : { signal }) },
      )
      const [content] = answer.content as { type: string; text: string }[]
      const value = JSON.parse(content?.text ?? '{}') as Record<string, unknown>
      run.emit({ type: 'tool-result', toolCallId, output: value, isError: answer.isError === true })
      return { isError: answer.isError === true, value }
    },
  }
}

/** The code of a failed answer. */
export function codeOf({ value }: ToolAnswer): unknown {
  return (value['error'] as { code?: unknown } | undefined)?.code
}
