import type { DeliveryKind } from '#shared/delivery.ts'

/** A request asks with a solid arrow out, a result answers with a dashed one back. */
export function KindIcon({ kind, size = 14 }: { readonly kind: DeliveryKind; readonly size?: number }) {
  return (
    <svg
      className="kind-icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {kind === 'request' ? (
        <>
          <path d="M3.5 12h16" />
          <path d="m14 6.5 5.5 5.5-5.5 5.5" />
        </>
      ) : (
        <>
          <path d="M20.5 12h-16" strokeDasharray="3.6 2.8" />
          <path d="M10 6.5 4.5 12l5.5 5.5" />
        </>
      )}
    </svg>
  )
}
