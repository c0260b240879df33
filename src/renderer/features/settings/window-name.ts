import type { TFunction } from 'i18next'

/** A window's name in the person's language. The host labels browsers *Firefox on Linux*, twins with a number. */
export function windowName(t: TFunction<'settings'>, label: string): string {
  const [, browser, system] = /^(.+) on (.+)$/.exec(label) ?? []
  if (browser === undefined || system === undefined) return label === '' ? t('browsers.unknown') : label
  return t('browsers.named', { browser, system })
}
