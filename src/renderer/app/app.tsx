import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { IpcClient } from '#renderer/ipc/client.ts'
import { createQueryClient, followEvents } from '#renderer/ipc/query-client.ts'
import { createStreams } from '#renderer/ipc/streams.ts'
import { useConnection } from '#renderer/ipc/use-connection.ts'
import { IpcContext } from '#renderer/ipc/use-ipc.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { StreamsContext } from '#renderer/ipc/use-streamed-item.ts'
import { TooltipProvider } from '#renderer/ui/popover.tsx'
import { Toasts } from '#renderer/ui/toasts.tsx'
import { FirstRunScreen } from '../features/first-run/first-run-screen.tsx'
import { RecoveryScreen } from '../features/recovery/recovery-screen.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Frame } from './frame.tsx'
import { useLook } from './look.ts'
import { Refused } from './refused.tsx'
import { usePlace } from './router.ts'

/** The window: what it knows of the main process, then the one screen that fits. */
export function App({ client }: { readonly client: IpcClient }) {
  const [queries] = useState(createQueryClient)
  const [streams] = useState(() => createStreams(client, (run) => void requestAnimationFrame(run)))
  useEffect(() => followEvents(client, queries), [client, queries])
  return (
    <IpcContext value={client}>
      <StreamsContext value={streams}>
        <QueryClientProvider client={queries}>
          <TooltipProvider>
            <ErrorBoundary>
              <Window />
            </ErrorBoundary>
            <Toasts />
          </TooltipProvider>
        </QueryClientProvider>
      </StreamsContext>
    </IpcContext>
  )
}

function Window() {
  const connection = useConnection()
  const hello = useRouteQuery('app.hello', {})
  const place = usePlace()
  // In recovery the settings cannot be read: the look of last time stays.
  useLook(hello.data?.mode === 'ready' ? hello.data.settings : undefined)
  if (connection === 'refused') return <Refused />
  if (hello.data === undefined) return null
  if (hello.data.mode === 'recovery') return <RecoveryScreen />
  // A link into the app, such as a notification's, goes before the welcome.
  if (!hello.data.settings.firstRunDone && place.id === null) return <FirstRunScreen />
  return <Frame />
}
