import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SearchHit } from '#shared/timeline.ts'
import { AgentTile } from '#renderer/ui/agent-tile.tsx'
import { LineNotice, ReadError } from '#renderer/ui/line-notice.tsx'
import { useTimes } from '../use-times.ts'
import type { SearchState } from './use-search.ts'
import { piecesOf } from './snippet.ts'

/** Where a result leads: a Session, or one message in it. */
export type Goal = { readonly key: string; readonly sessionId: string; readonly messageId: string | null }

/** All that can be chosen, in the order in which it is shown. */
export function goalsOf(hits: readonly SearchHit[]): readonly Goal[] {
  return hits.flatMap(({ sessionId, matches }) => [
    { key: sessionId, sessionId, messageId: null },
    ...matches.map(({ messageId }) => ({ key: `${sessionId}/${messageId}`, sessionId, messageId })),
  ])
}

type Props = {
  readonly state: SearchState
  readonly activeKey: string | null
  readonly onChoose: (goal: Goal) => void
  readonly onRetry: () => void
}

export function SearchResults({ state, activeKey, onChoose, onRetry }: Props) {
  const { t, i18n } = useTranslation('sessions')
  const number = useMemo(() => new Intl.NumberFormat(i18n.language), [i18n.language])
  if (state.error !== null) return <ReadError what={t('search.error')} error={state.error} onRetry={onRetry} />
  if (state.found === null) return null
  const { hits, scope } = state.found
  const messages = number.format(scope.messages)
  return (
    <>
      <output className="group sess-count">
        {hits.length === 0
          ? t('search.none')
          : scope.complete
            ? t('search.all', { count: hits.length, messages })
            : t('search.some', { count: hits.length, messages })}
      </output>
      {scope.complete ? null : (
        <LineNotice mark="delivering" title={t('search.partial.title')}>
          {t(`search.partial.${scope.reason ?? 'candidates'}`)}
        </LineNotice>
      )}
      {hits.length === 0 && scope.complete ? (
        <LineNotice mark="idle" title={t('search.noneTitle')}>
          {t('search.noneHelp', { messages })}
        </LineNotice>
      ) : null}
      {hits.map((hit) => (
        <Hit key={hit.sessionId} hit={hit} activeKey={activeKey} onChoose={onChoose} />
      ))}
    </>
  )
}

function Hit({
  hit,
  activeKey,
  onChoose,
}: {
  hit: SearchHit
  activeKey: string | null
  onChoose: (goal: Goal) => void
}) {
  const { t } = useTranslation('sessions')
  const times = useTimes()
  const { sessionId } = hit
  const name = hit.metadataMatches.find((match) => match.field === 'name')
  const description = hit.metadataMatches.find((match) => match.field === 'description')
  const newest = hit.matches[0]?.createdAt
  return (
    <div className="sess-hit" role="presentation">
      <button
        type="button"
        id={`hit-${sessionId}`}
        className="head"
        role="option"
        tabIndex={-1}
        aria-selected={activeKey === sessionId}
        data-active={activeKey === sessionId}
        onClick={() => onChoose({ key: sessionId, sessionId, messageId: null })}
      >
        <AgentTile name={hit.agentName} emoji="" size={16} />
        <span className="name trunc">
          {name === undefined ? hit.sessionName || t('unnamed') : <Marked snippet={name.snippet} marks={name.marks} />}
        </span>
        <span className="dim3 small">
          {hit.trashed ? t('search.inTrash') : newest === undefined ? '' : times.short(newest)}
        </span>
      </button>
      {description === undefined ? null : (
        <div className="ev">
          <span className="dim3">{t('search.description')}</span>{' '}
          <Marked snippet={description.snippet} marks={description.marks} />
        </div>
      )}
      {hit.matches.map(({ messageId, snippet, marks, createdAt }) => {
        const key = `${sessionId}/${messageId}`
        return (
          <button
            type="button"
            key={key}
            id={`hit-${key}`}
            className="ev"
            role="option"
            tabIndex={-1}
            aria-selected={activeKey === key}
            data-active={activeKey === key}
            title={times.exact(createdAt)}
            onClick={() => onChoose({ key, sessionId, messageId })}
          >
            <Marked snippet={snippet} marks={marks} />
          </button>
        )
      })}
    </div>
  )
}

function Marked({ snippet, marks }: { snippet: string; marks: readonly (readonly [number, number])[] }) {
  return piecesOf(snippet, marks).map((piece) =>
    piece.marked ? <mark key={piece.start}>{piece.text}</mark> : <span key={piece.start}>{piece.text}</span>,
  )
}
