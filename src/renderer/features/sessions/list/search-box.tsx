import { Clock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '#renderer/ui/field.tsx'
import { useSendKey } from '../composer/use-send-key.ts'
import { useSessionsUi } from '../sessions-ui.ts'
import { goalsOf, type Goal, SearchResults } from './search-results.tsx'
import { useSearch } from './use-search.ts'

type Props = {
  readonly query: string
  readonly setQuery: (query: string) => void
  readonly onOpen: (sessionId: string, messageId: string | null) => void
  /** What stands under the field while nothing is searched. */
  readonly children: React.ReactNode
}

/** The search of all Sessions: `/` comes here, arrows choose, Enter opens the message itself, Escape leaves. */
export function SearchBox({ query, setQuery, onOpen, children }: Props) {
  const { t } = useTranslation('sessions')
  const { searches, rememberSearch } = useSessionsUi()
  const [focused, setFocused] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [chosen, setChosen] = useState<string | null>(null)
  const state = useSearch(query, attempt)
  const field = useRef<HTMLInputElement>(null)
  const { composition, sends } = useSendKey()
  const goals = goalsOf(state.found?.hits ?? [])
  const active = goals.find((goal) => goal.key === chosen) ?? goals[0]
  const recent = query === '' && focused && searches.length > 0

  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const taken = event.metaKey || event.ctrlKey || event.altKey || event.isComposing || isTyping(event.target)
      if (event.key !== '/' || taken) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])

  const open = (goal: Goal): void => {
    rememberSearch(query)
    setChosen(goal.key)
    onOpen(goal.sessionId, goal.messageId)
  }
  const keys = (event: React.KeyboardEvent): void => {
    const { key } = event
    if (event.nativeEvent.isComposing) return
    if (key === 'Escape') {
      if (query === '') field.current?.blur()
      setQuery('')
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      const here = active === undefined ? -1 : goals.indexOf(active)
      const next = goals[Math.max(0, Math.min(goals.length - 1, here + (key === 'ArrowDown' ? 1 : -1)))]
      if (next === undefined) return
      setChosen(next.key)
      document.getElementById(`hit-${next.key}`)?.scrollIntoView({ block: 'nearest' })
    } else if (sends(event)) {
      // The first result of other words is no answer to these.
      if (active !== undefined && state.query === query.trim()) open(active)
    }
  }

  return (
    <>
      <div className="sess-tools">
        <SearchField
          ref={field}
          role="combobox"
          aria-label={t('search.label')}
          aria-expanded={query !== ''}
          aria-controls="sess-found"
          aria-activedescendant={active === undefined ? undefined : `hit-${active.key}`}
          placeholder={t('search.label')}
          maxLength={4096}
          keys={['/']}
          value={query}
          onChange={(text) => {
            setQuery(text)
            setChosen(null)
          }}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onKeyDown={keys}
          {...composition}
        />
        {query === '' ? children : null}
      </div>
      {recent ? (
        <div className="sess-recent">
          <p className="group">{t('search.recent')}</p>
          {searches.map((text) => (
            <button
              key={text}
              type="button"
              className="sess-recent-item"
              // The field keeps its focus, so that the list of recent searches is still there when the click lands.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => setQuery(text)}
            >
              <Clock size={14} strokeWidth={1.7} aria-hidden />
              <span className="trunc">{text}</span>
            </button>
          ))}
        </div>
      ) : null}
      {query.trim() === '' ? null : (
        <div
          id="sess-found"
          className="sess-scroll"
          role="listbox"
          aria-label={t('search.results')}
          aria-busy={state.busy}
          tabIndex={-1}
        >
          <SearchResults
            state={state}
            activeKey={active?.key ?? null}
            onChoose={open}
            onRetry={() => setAttempt((before) => before + 1)}
          />
        </div>
      )}
    </>
  )
}

/** Whether a key belongs to what is being written. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.tagName))
  )
}
