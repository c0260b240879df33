import { createContext, useContext } from 'react'
import type { IpcClient } from './client.ts'

export const IpcContext = createContext<IpcClient | null>(null)

/** The window's connection to the main process. */
export function useIpc(): IpcClient {
  const client = useContext(IpcContext)
  if (client === null) throw new Error('useIpc needs an IpcContext above it')
  return client
}
