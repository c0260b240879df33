import { ChevronLeft, ChevronRight, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { IconButton } from '#renderer/ui/button.tsx'
import { Keys } from '#renderer/ui/keys.tsx'
import { Mark } from '#renderer/ui/mark.tsx'
import { isApple } from '#renderer/ui/platform.ts'
import { useShortcut } from '#renderer/ui/use-shortcut.ts'
import type { Counts } from './frame.tsx'
import { useSteps } from './history.ts'
import { usePalette } from './palette/palette-store.ts'
import { hrefOf } from './router.ts'

/** Drags the window, goes back and forth, opens the palette, and answers the three questions in words. */
export function TitleBar({ counts }: { readonly counts: Counts }) {
  const { t } = useTranslation('frame')
  const steps = useSteps()
  const desktop = useRouteQuery('app.hello', {}).data?.host === 'desktop'
  const open = usePalette((state) => state.open)
  const group = t('shortcuts.everywhere')
  useShortcut({ keys: 'mod+[', label: t('shortcuts.back'), group, run: () => window.history.back() })
  useShortcut({ keys: 'mod+]', label: t('shortcuts.forward'), group, run: () => window.history.forward() })
  return (
    <header className="titlebar">
      <div className="tb-left" style={desktop && isApple ? { paddingLeft: 66 } : undefined}>
        <IconButton label={t('back')} disabled={!steps.back} onClick={() => window.history.back()}>
          <ChevronLeft size={16} strokeWidth={1.5} aria-hidden />
        </IconButton>
        <IconButton label={t('forward')} disabled={!steps.forward} onClick={() => window.history.forward()}>
          <ChevronRight size={16} strokeWidth={1.5} aria-hidden />
        </IconButton>
      </div>
      <button
        type="button"
        className="palette-button"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        onClick={open}
      >
        <Search size={14} strokeWidth={1.7} aria-hidden />
        <span className="grow trunc">{t('palette.open')}</span>
        <Keys keys={['mod', 'K']} />
      </button>
      <nav className="glance" aria-label={t('counts.label')}>
        {counts.waiting === 0 ? null : (
          <a href={hrefOf('inbox')}>
            <Mark kind="you" />
            <b>{counts.waiting}</b> <span>{t('counts.waiting', { count: counts.waiting })}</span>
          </a>
        )}
        {counts.working === 0 ? null : (
          <a href={hrefOf('sessions')}>
            <Mark kind="run" />
            <b>{counts.working}</b> <span>{t('counts.working')}</span>
          </a>
        )}
        {counts.cameBack === 0 ? null : (
          <a href={hrefOf('deliveries')}>
            <Mark kind="new" />
            <b>{counts.cameBack}</b> <span>{t('counts.cameBack')}</span>
          </a>
        )}
      </nav>
    </header>
  )
}
