import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Settings } from '#shared/settings.ts'
import { en } from './en/index.ts'
import { zhCN } from './zh-CN/index.ts'

export type Language = Exclude<Settings['language'], 'system'>

/** The language that a setting stands for on this system. Any Chinese reads simplified Chinese rather than English. */
export function languageOf(setting: Settings['language']): Language {
  if (setting !== 'system') return setting
  return navigator.languages.some((each) => each.toLowerCase().startsWith('zh')) && !startsWithEnglish()
    ? 'zh-CN'
    : 'en'
}

function startsWithEnglish(): boolean {
  return navigator.languages[0]?.toLowerCase().startsWith('en') ?? false
}

/** Must have run before anything is drawn. Both languages are in the bundle: a switch waits for nothing. */
export function setUpLanguages(language: Language): void {
  void i18next.use(initReactI18next).init({
    resources: { en, 'zh-CN': zhCN },
    lng: language,
    fallbackLng: 'en',
    ns: Object.keys(en),
    defaultNS: 'ui',
    initAsync: false,
    // React escapes.
    interpolation: { escapeValue: false },
  })
}
