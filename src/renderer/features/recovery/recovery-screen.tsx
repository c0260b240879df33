import './recovery.css'
import { Info, Languages } from 'lucide-react'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RecoveryChoice, RecoveryState } from '#shared/ipc/recovery.ts'
import { applyLook, firstLook } from '#renderer/app/look.ts'
import { useCall } from '#renderer/ipc/use-call.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Confirm } from '#renderer/ui/dialog.tsx'
import { ReadError } from '#renderer/ui/line-notice.tsx'
import { showToast } from '#renderer/ui/toasts.tsx'
import { Choices } from './choices.tsx'
import { Found, Kept } from './evidence.tsx'
import { Rescuing } from './rescuing.tsx'

/** The database cannot be used: what was found, what is kept, and choices of which none deletes. */
export function RecoveryScreen() {
  const { t, i18n } = useTranslation('recovery')
  const read = useRouteQuery('recovery.state', {})
  return (
    <div className="alone">
      <header className="titlebar">
        <span />
        <span />
        <span className="glance">
          <Button
            size="sm"
            look="quiet"
            // Settings cannot be kept now; the window remembers.
            onClick={() => applyLook(i18n.language === 'en' ? 'zh-CN' : 'en', firstLook().theme)}
          >
            <Languages size={14} strokeWidth={1.7} aria-hidden />
            {t('language')}
          </Button>
        </span>
      </header>
      <main className="recover">
        <div className="rec-in">
          {read.error === null ? null : (
            <ReadError what={t('unread')} error={read.error.error} onRetry={() => void read.refetch()} />
          )}
          {read.data === undefined ? null : <Recovery state={read.data} />}
        </div>
      </main>
    </div>
  )
}

function Recovery({ state }: { readonly state: RecoveryState }) {
  const { t } = useTranslation('recovery')
  const call = useCall()
  const [busy, setBusy] = useState(false)
  const [asksFresh, setAsksFresh] = useState(false)
  const choose = async (choice: RecoveryChoice): Promise<void> => {
    if (busy) return
    setBusy(true)
    await call('recovery.choose', choice)
    setBusy(false)
  }
  const copyReport = async (): Promise<void> => {
    await navigator.clipboard.writeText(
      [
        `Session Relay, ${state.reason}`,
        `${state.file}, ${state.bytes} bytes`,
        ...state.findings,
        i18next.language,
      ].join('\n'),
    )
    showToast(t('reportCopied'))
  }
  return (
    <>
      <header className="rec-head">
        <Drawing />
        <div>
          <h1>{t(`title.${state.reason}`)}</h1>
          <p>{t('says')}</p>
        </div>
      </header>
      <div className="rec-cols">
        <Found state={state} />
        <Kept state={state} />
      </div>
      {state.progress === null && !busy ? (
        <Choices state={state} onChoose={(choice) => void choose(choice)} />
      ) : (
        <Rescuing progress={state.progress} />
      )}
      <footer className="rec-foot">
        <span>
          <Info size={16} strokeWidth={1.5} aria-hidden />
          {t('disk')}
        </span>
        <span className="grow" />
        <button type="button" className="link" disabled={busy} onClick={() => setAsksFresh(true)}>
          {t('fresh')}
        </button>
        <button type="button" className="link" onClick={() => void copyReport()}>
          {t('report')}
        </button>
      </footer>
      <Confirm
        open={asksFresh}
        title={t('freshSure')}
        confirm={t('freshDo')}
        onConfirm={() => {
          setAsksFresh(false)
          void choose({ choice: 'fresh' })
        }}
        onClose={() => setAsksFresh(false)}
      >
        {t('freshSays')}
      </Confirm>
    </>
  )
}

function Drawing() {
  return (
    <svg viewBox="0 0 56 56" aria-hidden>
      <g stroke="var(--ink-3)">
        <ellipse cx="28" cy="13" rx="18" ry="6" />
        <path d="M10 13v11c0 3.3 8 6 18 6s18-2.7 18-6V13" />
        <path d="M10 35v8c0 3.3 8 6 18 6s18-2.7 18-6v-8" />
      </g>
      <path stroke="var(--fail)" d="m10 30 4 3 5-3 5 4 4-3 5 4 5-4 4 2 4-3" />
    </svg>
  )
}
