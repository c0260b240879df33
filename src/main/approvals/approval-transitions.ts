import type { ApprovalState } from '#shared/approval.ts'

/** Every step that an approval can take: answered once, or ended without an answer (design §8). */
export const approvalTransitions: { readonly [From in ApprovalState]: readonly ApprovalState[] } = {
  pending: ['approved', 'denied', 'cancelled', 'expired'],
  approved: [],
  denied: [],
  cancelled: [],
  expired: [],
}
