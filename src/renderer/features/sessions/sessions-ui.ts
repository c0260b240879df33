import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { withSearch } from './list/recent-searches.ts'

export type ListMode = 'recent' | 'agent'

/** What the person chose about this screen, kept over a restart. */
type SessionsUi = {
  readonly mode: ListMode
  readonly closedAgents: readonly string[]
  readonly panelOpen: boolean
  readonly searches: readonly string[]
  readonly setMode: (mode: ListMode) => void
  readonly toggleAgent: (agentId: string) => void
  readonly setPanelOpen: (open: boolean) => void
  readonly rememberSearch: (query: string) => void
}

export const useSessionsUi = create<SessionsUi>()(
  persist(
    (set) => ({
      mode: 'recent',
      closedAgents: [],
      panelOpen: true,
      searches: [],
      setMode: (mode) => set({ mode }),
      toggleAgent: (agentId) =>
        set(({ closedAgents }) => ({
          closedAgents: closedAgents.includes(agentId)
            ? closedAgents.filter((id) => id !== agentId)
            : [...closedAgents, agentId],
        })),
      setPanelOpen: (panelOpen) => set({ panelOpen }),
      rememberSearch: (query) => set(({ searches }) => ({ searches: withSearch(searches, query) })),
    }),
    { name: 'session-relay.sessions-ui', version: 1 },
  ),
)
