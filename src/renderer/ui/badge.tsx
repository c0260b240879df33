import type { ReactNode } from 'react'

export type Tone = 'you' | 'fail' | 'cut'

/** A word on a tint, only beside names. */
export function Badge({ tone, children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  )
}
