import type { Delivery } from '#shared/delivery.ts'
import type { MarkKind } from '#renderer/ui/mark.tsx'

/** The word for where a Delivery stands, finer than its status where a person would ask why. */
export type StateWord = 'accepted' | 'putOff' | 'kept' | 'delivering' | 'consumed' | 'failed' | 'expired' | 'cancelled'
export type Tone = 'fail' | 'cut' | 'run'

export type DeliveryState = { readonly word: StateWord; readonly mark: MarkKind; readonly tone: Tone | undefined }

export function stateOf(delivery: Pick<Delivery, 'status' | 'held' | 'attempts' | 'error'>): DeliveryState {
  switch (delivery.status) {
    case 'accepted':
      if (delivery.held) return { word: 'kept', mark: 'dormant', tone: undefined }
      if (delivery.attempts > 0) return { word: 'putOff', mark: 'accepted', tone: 'cut' }
      return { word: 'accepted', mark: 'accepted', tone: undefined }
    case 'delivering':
      return { word: 'delivering', mark: 'delivering', tone: 'run' }
    case 'consumed':
      return { word: 'consumed', mark: 'consumed', tone: undefined }
    case 'failed':
      if (delivery.error?.code === 'DELIVERY_EXPIRED') return { word: 'expired', mark: 'closed', tone: undefined }
      if (delivery.error?.code === 'CANCELLED') return { word: 'cancelled', mark: 'closed', tone: undefined }
      return { word: 'failed', mark: 'failed', tone: 'fail' }
  }
}

/** A request that wants no result is a note. */
export type KindWord = 'request' | 'note' | 'result'

export function kindOf({ kind, replyPolicy }: Pick<Delivery, 'kind' | 'replyPolicy'>): KindWord {
  if (kind === 'result') return 'result'
  return replyPolicy === 'none' ? 'note' : 'request'
}

/**
 * How long its Turn ran, or how long it has waited or run so far; ms. null: it ended without having waited for a
 * second, or nobody knows. `open` says that the time goes on.
 */
export function lastedOf(
  delivery: Pick<Delivery, 'status' | 'acceptedAt' | 'startedAt' | 'finishedAt' | 'outcome' | 'error' | 'kind'>,
  now: number,
): { readonly ms: number; readonly open: boolean } | null {
  const { status, acceptedAt, startedAt, finishedAt } = delivery
  const from = startedAt ?? acceptedAt
  if (status === 'accepted' || status === 'delivering') return { ms: Math.max(0, now - from), open: true }
  // It ran for some part of that time only, and nobody saw which.
  if (delivery.kind === 'request' && wasAppClosed(delivery)) return null
  const ms = Math.max(0, (finishedAt ?? from) - from)
  return startedAt === null && ms < 1000 ? null : { ms, open: false }
}

/** Whether its Turn was cut off because the app went away, rather than stopped by a person. */
export function wasAppClosed({ outcome, error }: Pick<Delivery, 'outcome' | 'error'>): boolean {
  return outcome === 'interrupted' && error?.code === 'RUNTIME_ERROR'
}
