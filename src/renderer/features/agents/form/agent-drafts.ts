import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { AgentForm } from './agent-form-model.ts'

/** A form that is not saved. `since`: when the Agent that it changes had last been saved, ms; 0 for a new one. */
export type UnsavedForm = { readonly form: AgentForm; readonly since: number }

/** The place of the form for an Agent that does not exist yet. */
export const NEW_AGENT = 'new'

/** Forms that were typed and not saved: they outlive leaving the screen, a failed save and a restart. Never a key. */
type AgentDrafts = {
  readonly forms: Readonly<Record<string, UnsavedForm>>
  put(id: string, unsaved: UnsavedForm): void
  drop(id: string): void
}

export const useAgentDrafts = create<AgentDrafts>()(
  persist(
    (set) => ({
      forms: {},
      put: (id, unsaved) => set(({ forms }) => ({ forms: { ...forms, [id]: unsaved } })),
      drop: (id) =>
        set(({ forms }) => ({ forms: Object.fromEntries(Object.entries(forms).filter(([key]) => key !== id)) })),
    }),
    { name: 'session-relay.agent-drafts', version: 1 },
  ),
)
