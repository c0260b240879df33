import type { ReactNode } from 'react'
import { ExactText } from './exact-text.tsx'
import type { Range } from './text-pieces.ts'

/** Exact text on tinted paper, without a border. */
export function Paper({
  text,
  marks,
  children,
}: {
  readonly text?: string
  readonly marks?: readonly Range[]
  readonly children?: ReactNode
}) {
  return (
    <div className="paper" dir="auto">
      {text === undefined ? children : <ExactText text={text} {...(marks === undefined ? {} : { marks })} />}
    </div>
  )
}
