import { useTranslation } from 'react-i18next'
import { useShortcut } from '#renderer/ui/use-shortcut.ts'
import { screenIcons } from './rail-icons.tsx'
import { hrefOf, navigate, type Screen, screens } from './router.ts'

const letters: Record<Screen, string> = { inbox: 'i', sessions: 's', deliveries: 'd', agents: 'a', settings: ',' }

export function Rail({ screen, waiting }: { readonly screen: Screen; readonly waiting: number }) {
  const { t } = useTranslation('frame')
  return (
    <nav className="rail" aria-label={t('main')}>
      {screens.map((each) => (
        <RailLink key={each} screen={each} current={each === screen} count={each === 'inbox' ? waiting : 0} />
      ))}
    </nav>
  )
}

function RailLink({
  screen,
  current,
  count,
}: {
  readonly screen: Screen
  readonly current: boolean
  readonly count: number
}) {
  const { t } = useTranslation('frame')
  const name = t(`screen.${screen}`)
  useShortcut({
    keys: `g ${letters[screen]}`,
    label: name,
    group: t('palette.goTo'),
    run: () => navigate(hrefOf(screen)),
  })
  return (
    <a
      href={hrefOf(screen)}
      className={screen === 'settings' ? 'rail-end' : ''}
      aria-current={current ? 'page' : undefined}
    >
      {screenIcons[screen]}
      <span>{name}</span>
      {count === 0 ? null : (
        <em className="count">
          {count > 99 ? '99+' : count}
          <span className="sr-only"> {t('counts.waiting', { count })}</span>
        </em>
      )}
    </a>
  )
}
