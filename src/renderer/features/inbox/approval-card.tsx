import type { Approval } from '#shared/approval.ts'

export function ApprovalCard(_props: { readonly approval: Approval; readonly variant: 'inline' | 'hero' }) {
  return null
}
