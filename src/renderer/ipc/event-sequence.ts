import type { AppEvent, EventEnvelope } from '#shared/ipc/events.ts'

/** Watches one connection's events for another boot or a gap. */
export interface EventSequence {
  /** What can be told on, and whether something was missed before it. */
  take(envelope: EventEnvelope): { readonly event: AppEvent | null; readonly missed: boolean }
  /** A new connection counts from the start. */
  restart(): void
}

export function createEventSequence(): EventSequence {
  let bootId: string | null = null
  let seq = 0
  return {
    take(envelope) {
      const missed = (bootId !== null && envelope.bootId !== bootId) || envelope.seq > seq + 1
      // A repeat of what was told already is dropped.
      if (!missed && envelope.seq <= seq) return { event: null, missed: false }
      bootId = envelope.bootId
      seq = envelope.seq
      return { event: envelope.event, missed }
    },
    restart() {
      bootId = null
      seq = 0
    },
  }
}
