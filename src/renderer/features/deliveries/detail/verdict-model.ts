import type { Delivery } from '#shared/delivery.ts'
import type { CodedError } from '#shared/errors.ts'
import { stateOf, wasAppClosed } from '../delivery-state.ts'

/** What an exception asks to be known at first sight. Lengths and times are ms. */
export type Verdict =
  | {
      readonly kind: 'interrupted'
      readonly tone: 'cut'
      readonly why: 'appClosed' | 'stopped'
      readonly ranMs: number | null
    }
  | { readonly kind: 'ended'; readonly tone: 'fail'; readonly error: CodedError; readonly ranMs: number | null }
  | { readonly kind: 'neverRan'; readonly tone: 'fail'; readonly error: CodedError }
  | { readonly kind: 'lost'; readonly tone: 'fail'; readonly error: CodedError }
  | { readonly kind: 'closed'; readonly tone: undefined; readonly why: 'expired' | 'cancelled' }
  | {
      readonly kind: 'putOff'
      readonly tone: 'cut'
      readonly attempts: number
      readonly nextTryAt: number | null
      readonly error: CodedError | null
    }
  | { readonly kind: 'kept'; readonly tone: undefined }
  /** A result of a request that did not go well. */
  | {
      readonly kind: 'answers'
      readonly tone: 'fail' | 'cut'
      readonly outcome: 'failed' | 'interrupted'
      readonly error: CodedError | null
    }

const unknown: CodedError = { code: 'INTERNAL_ERROR', message: '' }

/** null: it goes, or went, as it should. */
export function verdictOf(delivery: Delivery): Verdict | null {
  const { status, outcome, kind, attempts, nextTryAt, lastError, startedAt, finishedAt, held } = delivery
  const error = delivery.error ?? unknown
  const ranMs = startedAt === null || finishedAt === null ? null : finishedAt - startedAt
  if (status === 'accepted' && held) return { kind: 'kept', tone: undefined }
  if (status === 'accepted' && attempts > 0)
    return { kind: 'putOff', tone: 'cut', attempts, nextTryAt, error: lastError }
  if (status === 'failed') {
    const { word } = stateOf(delivery)
    if (word === 'expired' || word === 'cancelled') return { kind: 'closed', tone: undefined, why: word }
    return { kind: startedAt === null ? 'neverRan' : 'lost', tone: 'fail', error }
  }
  if (kind === 'result') {
    if (outcome !== 'failed' && outcome !== 'interrupted') return null
    return { kind: 'answers', tone: outcome === 'failed' ? 'fail' : 'cut', outcome, error: delivery.error }
  }
  if (status !== 'consumed') return null
  if (outcome === 'failed') return { kind: 'ended', tone: 'fail', error, ranMs }
  if (outcome !== 'interrupted') return null
  // While the app was closed nothing ran: the length between the two times would be a claim.
  return wasAppClosed(delivery)
    ? { kind: 'interrupted', tone: 'cut', why: 'appClosed', ranMs: null }
    : { kind: 'interrupted', tone: 'cut', why: 'stopped', ranMs }
}
