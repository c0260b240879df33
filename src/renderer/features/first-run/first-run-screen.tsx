import './first-run.css'
import { HardDrive, Languages, SunMoon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingsPatch } from '#shared/settings.ts'
import { useTheme } from '#renderer/app/look.ts'
import { hrefOf, navigate } from '#renderer/app/router.ts'
import { useCall } from '#renderer/ipc/use-call.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { Button } from '#renderer/ui/button.tsx'
import { useShortcut } from '#renderer/ui/use-shortcut.ts'
import { Door } from './door.tsx'
import { Logo, ModelDrawing, SampleDrawing } from './drawings.tsx'
import { ModelForm } from './model-form.tsx'

/** The first thing that a person sees: what this is, and a door for each way to begin. */
export function FirstRunScreen() {
  const { t, i18n } = useTranslation('firstRun')
  const call = useCall()
  const dark = useTheme(useRouteQuery('app.hello', {}).data?.settings.theme ?? 'system') === 'dark'
  const [shows, setShows] = useState<'doors' | 'model'>('doors')
  const [busy, setBusy] = useState(false)
  const set = (patch: SettingsPatch): void => void call('settings.update', patch)
  const finish = async (href: string): Promise<void> => {
    const saved = await call('settings.update', { firstRunDone: true })
    if (saved.ok) navigate(href, { replace: true })
  }
  const openSample = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    const loaded = await call('app.loadSample', {})
    if (loaded.ok) await finish(hrefOf('sessions', loaded.value.sessionId))
    setBusy(false)
  }
  const doors = shows === 'doors'
  useShortcut({ keys: '1', enabled: doors, run: () => void openSample() })
  useShortcut({ keys: '2', enabled: doors, run: () => setShows('model') })
  return (
    <div className="alone">
      <header className="titlebar">
        <span />
        <span />
        <span className="glance">
          <Button size="sm" look="quiet" aria-label={t('look')} onClick={() => set({ theme: dark ? 'light' : 'dark' })}>
            <SunMoon size={14} strokeWidth={1.7} aria-hidden />
            {dark ? t('light') : t('dark')}
          </Button>
          <Button size="sm" look="quiet" onClick={() => set({ language: i18n.language === 'en' ? 'zh-CN' : 'en' })}>
            <Languages size={14} strokeWidth={1.7} aria-hidden />
            {t('language')}
          </Button>
        </span>
      </header>
      <main className="welcome">
        <Logo />
        <h1>{t('title')}</h1>
        <p className="sub">{t('sub')}</p>
        {shows === 'model' ? (
          <ModelForm
            onBack={() => setShows('doors')}
            onStarted={(sessionId) => finish(hrefOf('sessions', sessionId))}
          />
        ) : (
          <div className="doors">
            <Door
              drawing={<SampleDrawing />}
              title={t('sample.title')}
              says={t('sample.says')}
              note={t('sample.note')}
              action={
                <Button look="primary" size="lg" keys={['1']} disabled={busy} onClick={() => void openSample()}>
                  {t('sample.do')}
                </Button>
              }
            />
            <Door
              drawing={<ModelDrawing />}
              title={t('model.title')}
              says={t('model.says')}
              note={t('model.note')}
              action={
                <Button size="lg" keys={['2']} onClick={() => setShows('model')}>
                  {t('model.do')}
                </Button>
              }
            />
          </div>
        )}
        <footer>
          <span>
            <HardDrive size={16} strokeWidth={1.5} aria-hidden />
            {t('foot')}
          </span>
          <button type="button" className="link" onClick={() => void finish(hrefOf('agents'))}>
            {t('skip')}
          </button>
        </footer>
      </main>
    </div>
  )
}
