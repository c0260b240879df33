export function InboxScreen(_props: { readonly approvalId: string | null; readonly history: boolean }) {
  return null
}
