import type { Message } from '#shared/message.ts'
import type { Turn } from '#shared/turn.ts'
import type { Tx } from '../db/write-tx.ts'
import type { Transport } from '../ports/tool-transport.ts'

/** A Delivery that could start a Turn now. */
export type WaitingDelivery = {
  readonly id: string
  readonly kind: 'request' | 'result'
  readonly messageId: string
  readonly traceId: string
  readonly hop: number
  readonly acceptedAt: number
}

/** What Turns need of Deliveries; they own theirs and take part in our transactions. */
export interface DeliveryQueue {
  /** The oldest Delivery of a Session that may start now: not held, not expired, not put off, not paused. */
  next(sessionId: string): WaitingDelivery | null
  sessionsWaiting(): string[]
  /** accepted → delivering, in the transaction that writes the Turn. False: somebody else was first. */
  claimTx(tx: Tx, deliveryId: string, turnId: string): boolean
  /** The target cannot run now: try again later, or give up at the limit. */
  putOff(deliveryId: string, reason: string): void
}

/** Settles what hangs on a Turn, in the transaction that ends it. */
export interface TurnParticipant {
  /**
   * `answer` is the assistant message as it was kept. `leftOver`: the app goes away rather than the Turn being stopped,
   * so that open approvals stay for the person.
   */
  turnEndedTx(tx: Tx, turn: Turn, answer: Message, leftOver: boolean): void
  /** A person runs an ended Turn again. */
  turnRepeatedTx(tx: Tx, turn: Turn): void
}

/** How messages that are not a person's own words are shown to a model. */
export interface HistoryPresenter {
  /** By message id: the note and fence around a request's or a result's text. Others are absent. */
  deliveryTexts(messages: readonly Message[]): ReadonlyMap<string, string>
  /** What is true now of a call that was asked and never answered; null when it was not one of those. */
  leftOverAnswer(turnId: string, toolCallId: string): string | null
}

export type ToolCaller = { readonly agentId: string; readonly sessionId: string; readonly turnId: string }

/** One MCP bridge for one Turn. Closing it aborts what waits behind it. */
export interface TurnTools {
  readonly transport: Transport
  close(): void
}

export interface TurnToolsFactory {
  open(caller: ToolCaller): Promise<TurnTools>
}
