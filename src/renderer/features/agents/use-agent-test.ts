import { useCallback } from 'react'
import { useIpc } from '#renderer/ipc/use-ipc.ts'
import { useAgentTests } from './test/agent-tests.ts'

/** Tries an Agent's saved configuration; what came of it stands in the store, also when one has gone elsewhere. */
export function useAgentTest(): (id: string) => Promise<void> {
  const ipc = useIpc()
  return useCallback(
    async (id) => {
      const { tried, put } = useAgentTests.getState()
      if (tried[id]?.kind === 'running') return
      put(id, { kind: 'running' })
      const answer = await ipc.call('agents.test', { id })
      put(id, answer.ok ? { kind: 'done', test: answer.value, at: Date.now() } : { kind: 'error', error: answer.error })
    },
    [ipc],
  )
}
