import { useSyncExternalStore } from 'react'
import type { ConnectionState } from './transport.ts'
import { useIpc } from './use-ipc.ts'

export function useConnection(): ConnectionState {
  const { connection } = useIpc()
  return useSyncExternalStore(connection.subscribe, connection.getSnapshot)
}
