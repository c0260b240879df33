import { z } from 'zod'
import { idSchema, timeSchema } from './ids.ts'

/** Who may find and ask a Session: `open`, `listed` (seen, sends refused), `hidden`. The stricter of Agent and Session holds. */
export const reachSchema = z.enum(['open', 'listed', 'hidden'])
export type Reach = z.infer<typeof reachSchema>

export const providerSchema = z.enum(['openai-compatible', 'anthropic'])
export type Provider = z.infer<typeof providerSchema>

export const runtimeConfigSchema = z.discriminatedUnion('kind', [
  z.strictObject({ version: z.literal(1), kind: z.literal('rehearsal') }),
  z.strictObject({
    version: z.literal(1),
    kind: z.literal('ai-sdk'),
    provider: providerSchema,
    /** http(s) address that the provider's paths are appended to, such as http://127.0.0.1:11434/v1. */
    baseUrl: z.url({ protocol: /^https?$/ }).max(2048),
    model: z.string().trim().min(1).max(255),
  }),
])
export type RuntimeConfig = z.infer<typeof runtimeConfigSchema>
export type RuntimeKind = RuntimeConfig['kind']

/** Where an Agent's new Sessions work: a folder made for each, or always the same one (absolute path). */
export const workspacePolicySchema = z.discriminatedUnion('kind', [
  z.strictObject({ version: z.literal(1), kind: z.literal('own-folder') }),
  z.strictObject({ version: z.literal(1), kind: z.literal('fixed'), path: z.string().min(1).max(4096) }),
])
export type WorkspacePolicy = z.infer<typeof workspacePolicySchema>

/** Whether a key for this Agent is kept by the system, only for this run, or not at all. */
export const keyStateSchema = z.enum(['none', 'kept', 'this-run'])
export type KeyState = z.infer<typeof keyStateSchema>

export const agentSchema = z.object({
  id: idSchema,
  name: z.string(),
  emoji: z.string(),
  runtime: runtimeConfigSchema,
  instructions: z.string(),
  workspace: workspacePolicySchema,
  reach: reachSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
  deletedAt: timeSchema.nullable(),
})
export type Agent = z.infer<typeof agentSchema>

export const agentViewSchema = agentSchema.extend({ sessionCount: z.number().int(), key: keyStateSchema })
export type AgentView = z.infer<typeof agentViewSchema>

export const agentDraftSchema = z.strictObject({
  name: z.string().trim().min(1).max(255),
  emoji: z.string().max(16),
  runtime: runtimeConfigSchema,
  instructions: z.string().max(65_536),
  workspace: workspacePolicySchema,
  reach: reachSchema,
})
export type AgentDraft = z.infer<typeof agentDraftSchema>

/** One thing an Agent test tried, in order; the first failure ends the test. */
export const agentTestStepSchema = z.object({
  step: z.enum(['reach', 'key', 'model', 'answer', 'tool']),
  state: z.enum(['passed', 'failed', 'not-tried']),
  /** What was found, in plain words, without secrets. */
  detail: z.string(),
  ms: z.number().int().nullable(),
})
export const agentTestSchema = z.object({ steps: z.array(agentTestStepSchema), ms: z.number().int() })
export type AgentTest = z.infer<typeof agentTestSchema>
