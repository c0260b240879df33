import type { ReactNode } from 'react'

type Props = {
  readonly drawing: ReactNode
  readonly title: string
  readonly says: string
  readonly action: ReactNode
  readonly note: string
}

export function Door({ drawing, title, says, action, note }: Props) {
  return (
    <section className="door">
      {drawing}
      <h2>{title}</h2>
      <p>{says}</p>
      {action}
      <em>{note}</em>
    </section>
  )
}
