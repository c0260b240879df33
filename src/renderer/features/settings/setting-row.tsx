import type { ReactNode } from 'react'

type Props = { readonly name: ReactNode; readonly says?: ReactNode; readonly children: ReactNode }

/** A setting: its sentence at the left, its control at the right. */
export function SettingRow({ name, says, children }: Props) {
  return (
    <div className="set-row">
      <div className="min-w-0">
        {name}
        {says === undefined ? null : <p>{says}</p>}
      </div>
      <div className="set-control">{children}</div>
    </div>
  )
}
