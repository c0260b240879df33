import { useEffect, useSyncExternalStore } from 'react'
import i18next from 'i18next'
import type { Settings } from '#shared/settings.ts'
import { type Language, languageOf } from '../locales/set-up.ts'

const dark = window.matchMedia('(prefers-color-scheme: dark)')

function followDark(listener: () => void): () => void {
  dark.addEventListener('change', listener)
  return () => dark.removeEventListener('change', listener)
}

const LOOK = 'relay.look'

/** Puts a language and a theme on the page, and remembers them for the first moment of the next start. */
export function applyLook(language: Language, theme: 'light' | 'dark'): void {
  const page = document.documentElement
  page.lang = language
  page.dataset.lang = language === 'zh-CN' ? 'zh' : 'en'
  page.dataset.theme = theme
  if (i18next.language !== language) void i18next.changeLanguage(language)
  localStorage.setItem(LOOK, JSON.stringify({ language, theme }))
}

/** What the last start looked like, or what the system wants: so that a dark window never flashes white. */
export function firstLook(): { readonly language: Language; readonly theme: 'light' | 'dark' } {
  const kept: unknown = JSON.parse(localStorage.getItem(LOOK) ?? 'null')
  const read = typeof kept === 'object' && kept !== null ? kept : {}
  const language =
    'language' in read && (read.language === 'en' || read.language === 'zh-CN') ? read.language : languageOf('system')
  const theme =
    'theme' in read && (read.theme === 'light' || read.theme === 'dark') ? read.theme : dark.matches ? 'dark' : 'light'
  return { language, theme }
}

/** The theme that a setting stands for now. */
export function useTheme(setting: Settings['theme']): 'light' | 'dark' {
  const systemDark = useSyncExternalStore(followDark, () => dark.matches)
  return setting === 'system' ? (systemDark ? 'dark' : 'light') : setting
}

/** Keeps the page in the language and the theme of the settings, and in step with the system's. */
export function useLook(settings: Pick<Settings, 'language' | 'theme'> | undefined): void {
  const theme = useTheme(settings?.theme ?? 'system')
  useEffect(() => {
    if (settings !== undefined) applyLook(languageOf(settings.language), theme)
  }, [settings, theme])
}
