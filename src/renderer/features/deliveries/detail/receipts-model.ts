import type { Delivery, DeliveryDetail, DeliveryRow } from '#shared/delivery.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { stateOf, wasAppClosed } from '../delivery-state.ts'

/** What became true. The words are the locale's. */
export type ReceiptWord =
  | 'approved'
  | 'accepted'
  | 'putOff'
  | 'started'
  | 'interrupted'
  | 'consumed'
  | 'consumedFailed'
  | 'failed'
  | 'expired'
  | 'cancelled'
  | 'result'
  | 'resultAccepted'
  | 'resultKept'
  | 'resultConsumed'
  | 'resultFailed'

/** One more fact beside the word. Times and lengths are ms. */
export type ReceiptDetail =
  | { readonly kind: 'asked'; readonly at: number; readonly edited: boolean }
  | { readonly kind: 'place'; readonly seq: number }
  | { readonly kind: 'waited' | 'ran'; readonly ms: number }
  | { readonly kind: 'running' | 'nextTry'; readonly at: number }
  | { readonly kind: 'appClosed' | 'stopped' | 'atStart' | 'partial' | 'kept' | 'waitsInLine' | 'ownTurn' }
  | { readonly kind: 'woke'; readonly agent: string }
  | { readonly kind: 'code'; readonly code: ErrorCode }

/** `todo`: has not happened. `now`: goes on. `late`: settled afterwards, at a start of the app. */
export type ReceiptState = 'done' | 'now' | 'todo' | 'cut' | 'failed' | 'closed' | 'late'

export type Receipt = {
  readonly word: ReceiptWord
  readonly state: ReceiptState
  /** null: not yet, or nobody saw it. */
  readonly at: number | null
  readonly detail: ReceiptDetail | null
  /** The line from the one before: solid while it asks, dashed once it answers, in clay where it was cut. */
  readonly joint: 'solid' | 'dashed' | 'cut'
  /** How long after the one before, where that is worth a line of its own. */
  readonly gapMs: number | null
}

/** A wait under this is how things are; from here on it is said. */
const WAIT_WORTH_SAYING_MS = 2_000

/** What is known to have happened to a Delivery, in order, and what is still to come. */
export function receiptsOf({
  delivery,
  approval,
  linked,
}: Pick<DeliveryDetail, 'delivery' | 'approval' | 'linked'>): readonly Receipt[] {
  const own = [
    ...(approval === null ? [] : [approvedReceipt(approval, delivery)]),
    acceptedReceipt(delivery),
    ...whatRan(delivery),
  ]
  if (delivery.kind === 'result')
    return own.map((receipt, index) => (index === 0 ? receipt : { ...receipt, joint: 'dashed' }))
  return [...own, ...whatCameBack(delivery, linked)]
}

function receipt(
  word: ReceiptWord,
  state: ReceiptState,
  at: number | null,
  detail: ReceiptDetail | null = null,
): Receipt {
  return { word, state, at, detail, joint: 'solid', gapMs: null }
}

/** A yes and its acceptance are one transaction: the yes is never told as the later of the two. */
function approvedReceipt(
  { askedAt, decidedAt, edited }: NonNullable<DeliveryDetail['approval']>,
  { acceptedAt }: Delivery,
): Receipt {
  return receipt('approved', 'done', decidedAt === null ? null : Math.min(decidedAt, acceptedAt), {
    kind: 'asked',
    at: askedAt,
    edited,
  })
}

function acceptedReceipt({ acceptedAt, seq }: Delivery): Receipt {
  return receipt('accepted', 'done', acceptedAt, { kind: 'place', seq })
}

function whatRan(delivery: Delivery): readonly Receipt[] {
  const { status, acceptedAt, startedAt, finishedAt } = delivery
  const waited = startedAt === null ? 0 : startedAt - acceptedAt
  const started = receipt(
    'started',
    'done',
    startedAt,
    waited >= WAIT_WORTH_SAYING_MS ? { kind: 'waited', ms: waited } : { kind: 'ownTurn' },
  )
  switch (status) {
    case 'accepted':
      return whatWaits(delivery)
    case 'delivering':
      return [{ ...started, state: 'now', detail: { kind: 'running', at: startedAt ?? acceptedAt } }]
    case 'consumed':
      return [started, ...howItEnded(delivery)]
    case 'failed': {
      const { word } = stateOf(delivery)
      const end =
        word === 'expired' || word === 'cancelled'
          ? receipt(word, 'closed', finishedAt)
          : receipt('failed', 'failed', finishedAt)
      const detail: ReceiptDetail | null = delivery.error === null ? null : { kind: 'code', code: delivery.error.code }
      return [...(startedAt === null ? [] : [started]), { ...end, detail: end.state === 'failed' ? detail : null }]
    }
  }
}

function whatWaits({ held, attempts, nextTryAt, statusAt }: Delivery): readonly Receipt[] {
  if (held) return [receipt('started', 'todo', null, { kind: 'kept' })]
  const next = receipt('started', 'todo', null, attempts > 0 ? null : { kind: 'waitsInLine' })
  if (attempts === 0) return [next]
  const detail: ReceiptDetail | null = nextTryAt === null ? null : { kind: 'nextTry', at: nextTryAt }
  return [receipt('putOff', 'cut', statusAt, detail), next]
}

function howItEnded(delivery: Delivery): readonly Receipt[] {
  const { startedAt, finishedAt, outcome, kind, error } = delivery
  const ran: ReceiptDetail | null =
    startedAt === null || finishedAt === null ? null : { kind: 'ran', ms: finishedAt - startedAt }
  // A result carries its request's outcome; how its own Turn ended is not its matter.
  if (kind === 'result' || outcome === 'success' || outcome === null)
    return [receipt('consumed', 'done', finishedAt, ran)]
  if (outcome === 'failed') {
    return [receipt('consumedFailed', 'failed', finishedAt, error === null ? ran : { kind: 'code', code: error.code })]
  }
  if (!wasAppClosed(delivery)) {
    const gapMs = ran?.kind === 'ran' ? ran.ms : null
    return [{ ...receipt('interrupted', 'cut', finishedAt, { kind: 'stopped' }), joint: 'cut', gapMs }]
  }
  // Nobody was there to see when: it is settled at the next start.
  return [
    { ...receipt('interrupted', 'cut', null, { kind: 'appClosed' }), joint: 'cut' },
    {
      ...receipt('consumed', 'late', finishedAt, { kind: 'atStart' }),
      joint: 'dashed',
      gapMs: ran?.kind === 'ran' ? ran.ms : null,
    },
  ]
}

function whatCameBack(request: Delivery, result: DeliveryRow | null): readonly Receipt[] {
  const isOpen = request.status === 'accepted' || request.status === 'delivering'
  if (request.replyPolicy === 'none') return []
  if (result === null) return isOpen ? [{ ...receipt('result', 'todo', null), joint: 'dashed' }] : []
  const partial = request.outcome === 'interrupted' && request.startedAt !== null
  const accepted = receipt('resultAccepted', 'done', result.acceptedAt, partial ? { kind: 'partial' } : null)
  return [accepted, seenReceipt(result)].map((each) => ({ ...each, joint: 'dashed' }))
}

function seenReceipt(result: DeliveryRow): Receipt {
  const { status, held, startedAt, finishedAt, error } = result
  switch (status) {
    case 'accepted':
      return held
        ? receipt('resultKept', 'todo', null, { kind: 'kept' })
        : receipt('resultConsumed', 'todo', null, { kind: 'waitsInLine' })
    case 'delivering':
      return receipt('resultConsumed', 'now', startedAt, { kind: 'running', at: startedAt ?? result.statusAt })
    case 'consumed':
      return receipt(
        'resultConsumed',
        'done',
        finishedAt,
        startedAt === null ? null : { kind: 'woke', agent: result.receiver.agentName },
      )
    case 'failed':
      return receipt('resultFailed', 'failed', finishedAt, error === null ? null : { kind: 'code', code: error.code })
  }
}
