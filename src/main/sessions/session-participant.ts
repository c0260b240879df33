import type { Tx } from '../db/write-tx.ts'

/** Why a Session stops working under its Agent. */
export type Leaving = 'trashed' | 'deleted' | 'moved' | 'agent-deleted'

/**
 * What else must happen in the transaction that takes a Session away: Turns, approvals and Deliveries each settle
 * their own rows, so that the whole commits together or not at all.
 */
export interface SessionParticipant {
  leavingTx(tx: Tx, sessionId: string, leaving: Leaving, options: { readonly cancelOutgoing: boolean }): void
  /** After commit: the Session can run again. */
  returned(sessionId: string): void
}
