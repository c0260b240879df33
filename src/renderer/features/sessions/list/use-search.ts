import { useEffect, useState } from 'react'
import type { IpcError } from '#shared/ipc/envelope.ts'
import type { RouteOutput } from '#shared/ipc/routes.ts'
import { useIpc } from '#renderer/ipc/use-ipc.ts'

export type Found = RouteOutput<'sessions.search'>
export type SearchState = {
  /** The words that `found` answers; '' before the first answer. */
  readonly query: string
  readonly found: Found | null
  readonly error: IpcError | null
  readonly busy: boolean
}

const LIMIT = 50
/** Somebody who types goes on within this. */
const TYPING_MS = 140
const nothing: SearchState = { query: '', found: null, error: null, busy: false }
type Answered = Omit<SearchState, 'busy'>

/** Results while typing; another `attempt` asks the same again. What was found stays until the next answer, and only the newest question is answered. */
export function useSearch(query: string, attempt: number): SearchState {
  const ipc = useIpc()
  const [state, setState] = useState<Answered>(nothing)
  const asked = query.trim()
  useEffect(() => {
    if (asked === '') return
    let current = true
    const timer = setTimeout(() => {
      void ipc.call('sessions.search', { query: asked, limit: LIMIT }).then((answer) => {
        if (!current) return
        setState({ query: asked, found: answer.ok ? answer.value : null, error: answer.ok ? null : answer.error })
      })
    }, TYPING_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [ipc, asked, attempt])
  return asked === '' ? nothing : { ...state, busy: state.query !== asked }
}
