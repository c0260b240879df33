import { useCallback } from 'react'
import type { IpcEnvelope, IpcErrorCode } from '#shared/ipc/envelope.ts'
import type { RouteInput, RouteName, RouteOutput } from '#shared/ipc/routes.ts'
import { showError } from '#renderer/ui/toasts.tsx'
import { useIpc } from './use-ipc.ts'

export type Call = <N extends RouteName>(
  route: N,
  input: RouteInput<N>,
  /** `quiet`: these codes are shown by the caller, in place; `true` stands for all. */
  options?: { readonly quiet?: true | readonly IpcErrorCode[] },
) => Promise<IpcEnvelope<RouteOutput<N>>>

/** Makes calls; a failure is told in plain words unless the caller shows it itself. */
export function useCall(): Call {
  const client = useIpc()
  return useCallback(
    async (route, input, options) => {
      const answer = await client.call(route, input)
      if (!answer.ok && options?.quiet !== true && !options?.quiet?.includes(answer.error.code)) showError(answer.error)
      return answer
    },
    [client],
  )
}
