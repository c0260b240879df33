import { Keyboard, Languages, Pause, Play, Plus, Search, SunMoon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingsPatch } from '#shared/settings.ts'
import { useCall } from '#renderer/ipc/use-call.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { screenIcons } from '../rail-icons.tsx'
import { hrefOf, navigate, screens } from '../router.ts'
import { useShortcutSheet } from '../shortcut-sheet.tsx'

export type PaletteEntry = {
  readonly key: string
  readonly label: string
  readonly hint?: string
  readonly icon: ReactNode
  readonly keys?: readonly string[]
  /** Shown whatever was typed. */
  readonly always?: boolean
  readonly run: () => void
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const
const themes = ['light', 'dark', 'system'] as const
const languages = ['en', 'zh-CN'] as const

export function useActionEntries(query: string): {
  readonly screens: readonly PaletteEntry[]
  readonly actions: readonly PaletteEntry[]
} {
  const { t } = useTranslation('frame')
  const call = useCall()
  const agents = useRouteQuery('agents.list', {}).data ?? []
  const paused = useRouteQuery('settings.get', {}).data?.dispatchPaused ?? false
  const set = (patch: SettingsPatch) => (): void => void call('settings.update', patch)
  const create = async (agentId: string): Promise<void> => {
    const made = await call('sessions.create', { agentId })
    if (made.ok) navigate(hrefOf('sessions', made.value.id))
  }
  const searchAll: readonly PaletteEntry[] =
    query === ''
      ? []
      : [
          {
            key: 'search all',
            label: t('palette.searchAll', { query }),
            icon: <Search {...icon} />,
            always: true,
            run: () => navigate(hrefOf('sessions', null, { search: query })),
          },
        ]
  return {
    screens: screens.map((screen) => ({
      key: `screen ${screen}`,
      label: t(`screen.${screen}`),
      icon: <span className="grid *:size-4">{screenIcons[screen]}</span>,
      run: () => navigate(hrefOf(screen)),
    })),
    actions: [
      ...agents.map((agent) => ({
        key: `new ${agent.id}`,
        label: t('palette.newSession', { agent: agent.name }),
        icon: <Plus {...icon} />,
        run: () => void create(agent.id),
      })),
      ...themes.map((theme) => ({
        key: theme,
        label: t(`palette.theme.${theme}`),
        icon: <SunMoon {...icon} />,
        run: set({ theme }),
      })),
      ...languages.map((language) => ({
        key: language,
        label: t(`palette.language.${language}`),
        icon: <Languages {...icon} />,
        run: set({ language }),
      })),
      {
        key: 'pause',
        label: paused ? t('palette.resume') : t('palette.pause'),
        icon: paused ? <Play {...icon} /> : <Pause {...icon} />,
        run: set({ dispatchPaused: !paused }),
      },
      {
        key: 'shortcuts',
        label: t('palette.shortcuts'),
        icon: <Keyboard {...icon} />,
        keys: ['?'],
        run: () => useShortcutSheet.setState({ shown: true }),
      },
      ...searchAll,
    ],
  }
}
