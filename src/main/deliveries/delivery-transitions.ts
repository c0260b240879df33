import type { DeliveryKind, DeliveryStatus } from '#shared/delivery.ts'

/** Every step that a Delivery can take (design §7). */
export const deliveryTransitions: { readonly [From in DeliveryStatus]: readonly DeliveryStatus[] } = {
  accepted: ['delivering', 'consumed', 'failed'],
  delivering: ['consumed', 'failed'],
  consumed: [],
  failed: [],
}

/** Only a result that the person marks as read is consumed without a Turn. */
export function canBecome(kind: DeliveryKind, from: DeliveryStatus, to: DeliveryStatus): boolean {
  if (from === 'accepted' && to === 'consumed' && kind === 'request') return false
  return deliveryTransitions[from].includes(to)
}
