import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { RouteOutput } from '#shared/ipc/routes.ts'
import { useIpc } from '#renderer/ipc/use-ipc.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Palette } from './palette/palette.tsx'
import { PauseBanner } from './pause-banner.tsx'
import { Rail } from './rail.tsx'
import { hrefOf, navigate, type Place, usePlace } from './router.ts'
import { ScreenOf } from './screens.tsx'
import { ShortcutSheet } from './shortcut-sheet.tsx'
import { TitleBar } from './title-bar.tsx'

export type Counts = RouteOutput<'app.counts'>
const noCounts: Counts = { waiting: 0, working: 0, cameBack: 0 }

/** What stands around every screen: title bar, rail, palette, shortcuts. */
export function Frame() {
  const place = usePlace()
  const counts = useRouteQuery('app.counts', {}).data ?? noCounts
  useDocumentTitle(place, counts.waiting)
  useOpenRequests()
  return (
    <div className="app">
      <div className="app-top">
        <TitleBar counts={counts} />
        <ConnectionBanner />
        <PauseBanner />
      </div>
      <Rail screen={place.screen} waiting={counts.waiting} />
      <main className="main" id="main">
        <ErrorBoundary resetKey={place.screen}>
          <ScreenOf place={place} />
        </ErrorBoundary>
      </main>
      <Palette />
      <ShortcutSheet />
      <WaitingAloud waiting={counts.waiting} />
    </div>
  )
}

function useDocumentTitle({ screen }: Place, waiting: number): void {
  const { t } = useTranslation('frame')
  useEffect(() => {
    const name = t(`screen.${screen}`)
    document.title = waiting === 0 ? t('title', { screen: name }) : t('titleWaiting', { screen: name, count: waiting })
  }, [t, screen, waiting])
}

/** A system notification that was clicked leads to what it spoke of. */
function useOpenRequests(): void {
  const client = useIpc()
  useEffect(() => client.onOpen((target) => navigate(hrefOf('inbox', target.approvalId))), [client])
}

/** Says to a screen reader that a question came, wherever it is. */
function WaitingAloud({ waiting }: { readonly waiting: number }) {
  const { t } = useTranslation('frame')
  return (
    <p className="sr-only" role="status">
      {waiting === 0 ? '' : t('nowWaiting', { count: waiting })}
    </p>
  )
}
