import type { ReactNode } from 'react'

export type MarkKind =
  | 'you'
  | 'run'
  | 'new'
  | 'idle'
  | 'dormant'
  | 'accepted'
  | 'delivering'
  | 'consumed'
  | 'failed'
  | 'cut'
  | 'closed'

type Props = {
  readonly kind: MarkKind
  /** For a mark that stands without its word. */
  readonly label?: string | undefined
  readonly className?: string
}

/** The state of a thing: 12 px, a shape of its own for each, so that it reads without colour. */
export function Mark({ kind, label, className = '' }: Props) {
  return (
    <svg
      className={`m m-${kind} ${className}`}
      viewBox="0 0 12 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined ? true : undefined}
    >
      {shapes[kind]}
    </svg>
  )
}

const shapes: Record<MarkKind, ReactNode> = {
  you: (
    <>
      <circle cx="6" cy="6" r="2.5" fill="currentColor" stroke="none" />
      <circle cx="6" cy="6" r="4.9" strokeWidth="1.2" opacity=".55" />
    </>
  ),
  run: (
    <>
      <path d="M6 .9v2.4" />
      <path d="M10.4 3.5 8.35 4.68" />
      <path d="M10.4 8.5 8.35 7.32" />
      <path d="M6 11.1V8.7" />
      <path d="M1.6 8.5 3.65 7.32" />
      <path d="M1.6 3.5 3.65 4.68" />
    </>
  ),
  new: <circle cx="6" cy="6" r="3.25" fill="currentColor" stroke="none" />,
  idle: <circle cx="6" cy="6" r="2.6" strokeWidth="1.2" />,
  dormant: <path d="M9.8 7.2A4 4 0 0 1 4.8 2.2a4 4 0 1 0 5 5Z" strokeWidth="1.3" />,
  accepted: <circle cx="6" cy="6" r="4" strokeWidth="1.4" />,
  delivering: (
    <>
      <circle cx="6" cy="6" r="4" opacity=".3" />
      <path d="M6 2a4 4 0 1 1-4 4" />
    </>
  ),
  consumed: <path d="m2.2 6.5 2.6 2.6 5-5.6" />,
  failed: <path d="m3 3 6 6M9 3 3 9" strokeWidth="1.6" />,
  cut: (
    <>
      <path d="M2.54 8A4 4 0 0 1 6.7 2.06" />
      <path d="M9.46 4A4 4 0 0 1 5.3 9.94" />
    </>
  ),
  closed: <path d="M2.5 6h7" />,
}
