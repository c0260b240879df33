/** Tells the person, outside the window, that something waits. */
export interface Notifier {
  /** Open approvals now: for badges. */
  setWaiting(count: number): void
  /** One new approval; a click opens its card. */
  approvalAsked(approval: { readonly approvalId: string; readonly title: string; readonly body: string }): void
}

export const silentNotifier: Notifier = { setWaiting: () => {}, approvalAsked: () => {} }
