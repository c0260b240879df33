/** Two sessions, a solid line that asks and a dashed one that answers. */
export function DeliveriesDrawing() {
  return (
    <svg
      width="132"
      height="72"
      viewBox="0 0 132 72"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <rect x="1" y="20" width="32" height="32" rx="8" opacity=".6" />
      <rect x="99" y="20" width="32" height="32" rx="8" opacity=".6" />
      <path d="M44 29h42m-6-6 6 6-6 6" />
      <path d="M88 45H46" strokeDasharray="4 4" />
      <path d="m52 39-6 6 6 6" />
    </svg>
  )
}
