/** Whether a person is at a window. Supplied by the host. */
export interface Presence {
  /**
   * Monotonic time at which the last window or authenticated browser left, `connected` while one is there, or `never`.
   * A hidden or minimised window counts; a tray alone does not.
   */
  lastSeen(): number | 'connected' | 'never'
}
