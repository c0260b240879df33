import './settings.css'
import { Globe, HardDrive, Info, SlidersHorizontal } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '#renderer/app/router.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { useTimesIn } from '#renderer/ui/relative-time.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { AboutPage } from './about-page.tsx'
import { BrowsersPage } from './browsers-page.tsx'
import { DataPage } from './data-page.tsx'
import { GeneralPage } from './general-page.tsx'
import { sizeText } from './sizes.ts'

const pages = ['general', 'data', 'browsers', 'about'] as const
type Page = (typeof pages)[number]

const shape = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const
const icons: Record<Page, ReactNode> = {
  general: <SlidersHorizontal {...shape} />,
  data: <HardDrive {...shape} />,
  browsers: <Globe {...shape} />,
  about: <Info {...shape} />,
}
const views: Record<Page, () => ReactNode> = {
  general: GeneralPage,
  data: DataPage,
  browsers: BrowsersPage,
  about: AboutPage,
}

export function SettingsScreen({ page }: { readonly page: string | null }) {
  const { t } = useTranslation('settings')
  const shown = pages.find((each) => each === page) ?? 'general'
  const View = views[shown]
  const lines = useLines()
  return (
    <div className="settings">
      <nav className="pane" aria-label={t('title')} onKeyDown={walk}>
        <div className="bar">
          <h1>{t('title')}</h1>
        </div>
        {pages.map((each) => (
          <a
            key={each}
            className="row set-item"
            href={hrefOf('settings', each)}
            aria-current={each === shown ? 'page' : undefined}
          >
            <span className="set-glyph">{icons[each]}</span>
            <span className="name trunc">{t(`${each}.title`)}</span>
            <span className="l2 trunc">{lines[each]}</span>
          </a>
        ))}
      </nav>
      <View key={shown} />
    </div>
  )
}

/** What each page would say at a glance. */
function useLines(): Record<Page, string> {
  const { t, i18n } = useTranslation('settings')
  const times = useTimesIn()
  const now = useNow()
  const data = useRouteQuery('data.status', {}).data
  const keys = useRouteQuery('access.keys', {}).data
  const hello = useRouteQuery('app.hello', {}).data
  const newest = data?.backups[0]
  const size = data === undefined ? '' : sizeText(data.databaseBytes, i18n.language)
  return {
    general: t(hello?.host === 'desktop' ? 'general.line' : 'general.lineBrowser'),
    data:
      data === undefined
        ? ''
        : newest === undefined
          ? t('data.lineNone', { size })
          : t('data.line', { size, day: times.day(newest.createdAt, now).toLocaleLowerCase() }),
    browsers: keys === undefined ? '' : t('browsers.line', { count: keys.length }),
    about: t('about.line', { version: hello?.version ?? '' }),
  }
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const rows = [...event.currentTarget.querySelectorAll('a')]
  const at = rows.findIndex((row) => row === document.activeElement)
  const next = rows[Math.max(0, Math.min(rows.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}
