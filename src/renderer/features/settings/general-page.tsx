import { useTranslation } from 'react-i18next'
import { defaultSettings, type Settings, type SettingsPatch } from '#shared/settings.ts'
import { useCall } from '#renderer/ipc/use-call.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { ReadError } from '#renderer/ui/line-notice.tsx'
import { Segmented } from '#renderer/ui/segmented.tsx'
import { Select } from '#renderer/ui/select.tsx'
import { Switch } from '#renderer/ui/switch.tsx'
import { NumberSetting } from './number-setting.tsx'
import { SettingRow } from './setting-row.tsx'

const MINUTE = 60_000
const themes: readonly Settings['theme'][] = ['system', 'light', 'dark']
const languages: readonly Settings['language'][] = ['system', 'en', 'zh-CN']

export function GeneralPage() {
  const { t } = useTranslation('settings')
  const call = useCall()
  const read = useRouteQuery('settings.get', {})
  const isDesktop = useRouteQuery('app.hello', {}).data?.host === 'desktop'
  const settings = read.data ?? defaultSettings
  const put = async (patch: SettingsPatch): Promise<boolean> => (await call('settings.update', patch)).ok
  return (
    <section className="page" aria-label={t('general.title')}>
      <div className="bar" data-ruled>
        <h2>{t('general.title')}</h2>
        <span className="grow" />
        <span className="dim3 small">{t('general.keptAtOnce')}</span>
      </div>
      <div className="set-page">
        <div className="set-in">
          {read.isError ? (
            <ReadError what={t('general.error')} error={read.error.error} onRetry={() => void read.refetch()} />
          ) : null}
          <h3>{t('general.look')}</h3>
          <SettingRow name={t('general.language')}>
            <Select
              size="sm"
              label={t('general.language')}
              value={settings.language}
              options={languages.map((value) => ({ value, label: t(`general.languages.${value}`) }))}
              onChange={(language) => void put({ language })}
            />
          </SettingRow>
          <SettingRow name={t('general.theme')} says={t('general.themeSays')}>
            <Segmented
              label={t('general.theme')}
              value={settings.theme}
              options={themes.map((value) => ({ value, label: t(`general.themes.${value}`) }))}
              onChange={(theme) => void put({ theme })}
            />
          </SettingRow>
          {isDesktop ? (
            <>
              <SettingRow name={t('general.tray')} says={t('general.traySays')}>
                <Switch
                  label={t('general.tray')}
                  checked={settings.keepInTray}
                  onChange={(keepInTray) => void put({ keepInTray })}
                />
              </SettingRow>
              <h3>{t('general.notifications')}</h3>
              <SettingRow name={t('general.notify')} says={t('general.notifySays')}>
                <Switch
                  label={t('general.notify')}
                  checked={settings.notifications}
                  onChange={(notifications) => void put({ notifications })}
                />
              </SettingRow>
            </>
          ) : null}
          <h3>{t('general.limits')}</h3>
          <SettingRow name={t('general.headless')} says={t('general.headlessSays')}>
            <NumberSetting
              label={t('general.headless')}
              value={settings.headlessLimit}
              min={1}
              max={64}
              onChange={(headlessLimit) => put({ headlessLimit })}
            />
          </SettingRow>
          <SettingRow name={t('general.steps')} says={t('general.stepsSays')}>
            <NumberSetting
              label={t('general.steps')}
              value={settings.stepLimit}
              min={1}
              max={1000}
              onChange={(stepLimit) => put({ stepLimit })}
            />
          </SettingRow>
          <SettingRow name={t('general.stall')} says={t('general.stallSays')}>
            <NumberSetting
              label={t('general.stall')}
              value={Math.max(1, Math.round(settings.stallMs / MINUTE))}
              min={1}
              max={1440}
              unit={t('general.minutes')}
              onChange={(minutes) => put({ stallMs: minutes * MINUTE })}
            />
          </SettingRow>
          <SettingRow name={t('general.toolStall')}>
            <NumberSetting
              label={t('general.toolStall')}
              value={Math.max(1, Math.round(settings.toolStallMs / MINUTE))}
              min={1}
              max={1440}
              unit={t('general.minutes')}
              onChange={(minutes) => put({ toolStallMs: minutes * MINUTE })}
            />
          </SettingRow>
          <SettingRow name={t('general.open')} says={t('general.openSays')}>
            <NumberSetting
              label={t('general.openFrom')}
              value={settings.openRequestsPerSender}
              min={1}
              max={10_000}
              unit={t('general.fromOne')}
              onChange={(openRequestsPerSender) => put({ openRequestsPerSender })}
            />
            <NumberSetting
              label={t('general.openTo')}
              value={settings.openRequestsPerTarget}
              min={1}
              max={10_000}
              unit={t('general.toOne')}
              onChange={(openRequestsPerTarget) => put({ openRequestsPerTarget })}
            />
          </SettingRow>
        </div>
      </div>
    </section>
  )
}
