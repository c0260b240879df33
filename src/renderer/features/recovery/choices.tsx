import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RecoveryChoice, RecoveryState } from '#shared/ipc/recovery.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Confirm } from '#renderer/ui/dialog.tsx'
import { useTimesIn } from '#renderer/ui/relative-time.tsx'
import { Select } from '#renderer/ui/select.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { useShortcut } from '#renderer/ui/use-shortcut.ts'
import { useWhen } from './evidence.tsx'

type Props = { readonly state: RecoveryState; readonly onChoose: (choice: RecoveryChoice) => void }

/** Each way on with what will be missing then. A file of a newer version is not damaged: there is nothing to rescue. */
export function Choices({ state, onChoose }: Props) {
  const { t } = useTranslation('recovery')
  const when = useWhen()
  const times = useTimesIn()
  const now = useNow()
  const [picked, setPicked] = useState(state.backups[0]?.name ?? '')
  const [asks, setAsks] = useState(false)
  const backup = state.backups.find(({ name }) => name === picked) ?? state.backups[0]
  const rescues = state.reason === 'damaged' || state.reason === 'unreadable'
  const acts: readonly (() => void)[] = [
    ...(rescues ? [() => onChoose({ choice: 'rescue' })] : []),
    ...(backup === undefined ? [] : [() => setAsks(true)]),
    () => onChoose({ choice: 'retry' }),
  ]
  const number = (act: number): readonly string[] => [String(act + 1)]
  useShortcut({ keys: '1', run: () => acts[0]?.() })
  useShortcut({ keys: '2', run: () => acts[1]?.() })
  useShortcut({ keys: '3', run: () => acts[2]?.() })
  const backupAt = rescues ? 1 : 0
  return (
    <>
      <h2>{t('now')}</h2>
      <section className="need">
        {rescues ? (
          <Choice
            title={t('rescue.title')}
            says={t('rescue.says')}
            lose={t('rescue.lose')}
            loseSays={t('rescue.loseSays')}
          >
            <Button look="primary" size="lg" keys={number(0)} onClick={acts[0]}>
              {t('rescue.do')}
            </Button>
          </Choice>
        ) : null}
        {backup === undefined ? null : (
          <Choice
            title={t('restore.title', { time: when(backup.createdAt) })}
            says={t('restore.says')}
            lose={t('restore.lose', { time: times.duration(now - backup.createdAt) })}
            loseSays={t('restore.loseSays')}
            more={
              state.backups.length < 2 ? null : (
                <Select
                  size="sm"
                  label={t('which')}
                  value={backup.name}
                  options={state.backups.map(({ name, createdAt }, index) => ({
                    value: name,
                    label: index === 0 ? `${when(createdAt)} · ${t('newest')}` : when(createdAt),
                  }))}
                  onChange={setPicked}
                />
              )
            }
          >
            <Button size="lg" look={rescues ? 'plain' : 'primary'} keys={number(backupAt)} onClick={acts[backupAt]}>
              {t('restore.do')}
            </Button>
          </Choice>
        )}
        <Choice title={t('retry.title')} says={t('retry.says')} lose={t('retry.lose')} loseSays={t('retry.loseSays')}>
          <Button size="lg" keys={number(acts.length - 1)} onClick={acts.at(-1)}>
            {t('retry.do')}
          </Button>
        </Choice>
      </section>
      {backup === undefined ? null : (
        <Confirm
          open={asks}
          title={t('restore.sure', { time: when(backup.createdAt) })}
          confirm={t('restore.do').replace('…', '')}
          onConfirm={() => {
            setAsks(false)
            onChoose({ choice: 'backup', name: backup.name })
          }}
          onClose={() => setAsks(false)}
        >
          {t('restore.sureSays')}
        </Confirm>
      )}
    </>
  )
}

type ChoiceProps = {
  readonly title: string
  readonly says: string
  readonly lose: string
  readonly loseSays: string
  readonly more?: ReactNode
  readonly children: ReactNode
}

function Choice({ title, says, lose, loseSays, more, children }: ChoiceProps) {
  return (
    <article className="choice">
      <div>
        <b>{title}</b>
        <p>{says}</p>
        {more}
      </div>
      <div className="lose">
        <b>{lose}</b>
        {loseSays}
      </div>
      {children}
    </article>
  )
}
