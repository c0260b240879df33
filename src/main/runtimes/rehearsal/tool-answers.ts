import { z } from 'zod'
import type { LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from '@ai-sdk/provider'
import { bareToolName } from '../model-turn/tool-client.ts'
import type { Candidate } from './choose-target.ts'

/** One tool answer of this Turn, read back from the prompt as any model would read it. */
export type ToolAnswer =
  | { readonly tool: string; readonly ok: true; readonly value: unknown }
  | {
      readonly tool: string
      readonly ok: false
      readonly code: string | null
      readonly message: string
      readonly hint: string
    }

/** The answers since the newest user message, oldest first. */
export function answersOfThisTurn(prompt: LanguageModelV4Prompt): readonly ToolAnswer[] {
  const start = prompt.findLastIndex((message) => message.role === 'user')
  return prompt
    .slice(start + 1)
    .flatMap((message) => (message.role === 'tool' ? message.content : []))
    .flatMap((part) => (part.type === 'tool-result' ? [readAnswer(part)] : []))
}

const failureSchema = z.object({
  ok: z.literal(false),
  error: z.object({ code: z.string(), message: z.string(), hint: z.string().default('') }),
})

function readAnswer(part: LanguageModelV4ToolResultPart): ToolAnswer {
  const tool = bareToolName(part.toolName)
  const value = outputValue(part.output)
  const failure = failureSchema.safeParse(value)
  if (failure.success) return { tool, ok: false, ...failure.data.error }
  const failed =
    part.output.type === 'error-text' || part.output.type === 'error-json' || part.output.type === 'execution-denied'
  if (failed || typeof value === 'string')
    return { tool, ok: false, code: null, message: typeof value === 'string' ? value : '', hint: '' }
  return { tool, ok: true, value }
}

function outputValue(output: LanguageModelV4ToolResultPart['output']): unknown {
  switch (output.type) {
    case 'json':
    case 'error-json':
      return output.value
    case 'text':
    case 'error-text':
      return parseJson(output.value)
    case 'execution-denied':
      return output.reason ?? ''
    case 'content':
      return parseJson(output.value.map((item) => (item.type === 'text' ? item.text : '')).join('\n'))
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A tool may answer in plain words.
    return text
  }
}

const candidateSchema = z
  .object({
    sessionId: z.string(),
    sessionName: z.string(),
    agentName: z.string(),
    isCurrent: z.boolean().default(false),
    matches: z.array(z.object({ snippet: z.string() })).default([]),
    metadataMatches: z.array(z.object({ snippet: z.string() })).default([]),
  })
  .transform(({ matches, metadataMatches, ...identity }): Candidate => ({
    ...identity,
    evidence: [...metadataMatches, ...matches].map(({ snippet }) => snippet),
  }))

export const sessionsSchema = z.object({
  sessions: z.array(candidateSchema),
  nextCursor: z.string().nullable().default(null),
})

const nameSchema = z.object({ receiverSnapshot: z.object({ sessionName: z.string() }) })
export const sentSchema = z.object({
  requestId: z.string(),
  repeated: z.boolean().optional(),
  sentMessage: z.string().optional(),
  delivery: nameSchema.optional().catch(undefined),
})
