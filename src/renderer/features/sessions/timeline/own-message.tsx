import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimelineItem } from '#shared/timeline.ts'
import { useTimes } from '../use-times.ts'
import { bytesOf } from './timeline-model.ts'

const HEAD = 4000

type Props = { readonly item: TimelineItem; readonly takenBack: boolean; readonly menu: React.ReactNode }

/** What the person wrote here, as it stands: never read as markdown. */
export const OwnMessage = memo(function OwnMessage({ item, takenBack, menu }: Props) {
  const { t } = useTranslation('sessions')
  const times = useTimes()
  const [whole, setWhole] = useState(false)
  const { text, leftOut, createdAt } = item.message
  const cut = !whole && text.length > HEAD
  const under = takenBack ? t('message.takenBack') : leftOut ? t('message.leftOut') : null
  return (
    <article>
      <div className="sess-mine">
        {menu}
        <p className={`paper${leftOut || takenBack ? ' left-out' : ''}`} title={times.exact(createdAt)}>
          {cut ? `${text.slice(0, HEAD)}…` : text}
        </p>
      </div>
      {under === null && !cut ? null : (
        <div className="sess-under">
          {under}
          {cut ? (
            <button type="button" className="link" onClick={() => setWhole(true)}>
              {t('message.whole', { size: times.bytes(bytesOf(text)) })}
            </button>
          ) : null}
        </div>
      )}
    </article>
  )
})
