import { create } from 'zustand'
import type { AgentTest } from '#shared/agent.ts'
import type { IpcError } from '#shared/ipc/envelope.ts'

export type Tried =
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly test: AgentTest; readonly at: number }
  | { readonly kind: 'error'; readonly error: IpcError }

/** The last test of each Agent, for as long as the window is open. Nothing of a test is stored. */
type AgentTests = {
  readonly tried: Readonly<Record<string, Tried>>
  put(id: string, tried: Tried): void
}

export const useAgentTests = create<AgentTests>()((set) => ({
  tried: {},
  put: (id, next) => set(({ tried }) => ({ tried: { ...tried, [id]: next } })),
}))

export type TestStep = AgentTest['steps'][number]

/** The step at which a test ended; undefined: all went well, or it did not end. */
export function failedStep(tried: Tried | undefined): TestStep | undefined {
  return tried?.kind === 'done' ? tried.test.steps.find(({ state }) => state === 'failed') : undefined
}
