import type { ReactNode } from 'react'

type Props = {
  readonly drawing?: ReactNode
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** Nothing here: what is true, and what will appear. */
export function EmptyState({ drawing, title, children, action }: Props) {
  return (
    <div className="empty">
      {drawing}
      <h2>{title}</h2>
      {children === undefined ? null : <p>{children}</p>}
      {action === undefined ? null : <div className="mt-2">{action}</div>}
    </div>
  )
}
