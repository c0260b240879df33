import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Approval } from '#shared/approval.ts'
import { escapeInvisible } from '#shared/invisible-characters.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { Mark } from '#renderer/ui/mark.tsx'
import { RelativeTime, useTimesIn } from '#renderer/ui/relative-time.tsx'
import { daysBetween } from '#renderer/ui/times.ts'
import { useNow } from '#renderer/ui/use-now.ts'
import { nameOf } from './use-answer.ts'

const DORMANT_DAYS = 7

/** What is true of the target now: read again while the card is open. */
export function OpenFacts({ approval }: { readonly approval: Approval }) {
  const { t } = useTranslation('inbox')
  const { target } = approval
  return (
    <dl className="facts">
      <Fact name={t('facts.now', { name: escapeInvisible(nameOf(target, approval.title, t('newSession'))) })}>
        <TargetState approval={approval} />
      </Fact>
      <Fact name={t('facts.before')}>
        <span className="num">
          {target.waiting === 0 ? t('facts.nothing') : t('facts.deliveries', { count: target.waiting })}
        </span>
      </Fact>
      {approval.waiterLostAt === null ? (
        <Fact name={t('facts.lastActive')}>
          {target.lastActivityAt === null ? t('facts.never') : <RelativeTime at={target.lastActivityAt} words />}
        </Fact>
      ) : (
        <Fact name={t('facts.waits')}>{t('facts.nobody')}</Fact>
      )}
      <Fact name={t('facts.runsWith')}>
        <span className="trunc" title={target.runtime}>
          {t('facts.runsWithSays', { agent: escapeInvisible(target.agentName) })}
        </span>
      </Fact>
    </dl>
  )
}

function TargetState({ approval: { target } }: { readonly approval: Approval }) {
  const { t } = useTranslation('inbox')
  const now = useNow()
  if (target.sessionId === null) return <State mark={<Mark kind="idle" />}>{t('facts.state.new')}</State>
  if (target.state === 'waiting')
    return (
      <span className="state t-you">
        <Mark kind="you" /> {t('facts.state.waiting')}
      </span>
    )
  if (target.state === 'running')
    return (
      <span className="state t-run">
        <Mark kind="run" /> {t('facts.state.running')}
      </span>
    )
  const days = target.lastActivityAt === null ? 0 : daysBetween(target.lastActivityAt, now)
  if (days >= DORMANT_DAYS) return <State mark={<Mark kind="dormant" />}>{t('facts.dormant', { count: days })}</State>
  return <State mark={<Mark kind="idle" />}>{t('facts.state.idle')}</State>
}

function State({ mark, children }: { readonly mark: ReactNode; readonly children: ReactNode }) {
  return (
    <span className="state">
      {mark} {children}
    </span>
  )
}

/** What came of an answer. */
export function SettledFacts({ approval }: { readonly approval: Approval }) {
  const { t } = useTranslation('inbox')
  const times = useTimesIn()
  const where = useWhere(approval.decidedBy)
  return (
    <dl className="facts">
      {approval.decidedAt === null ? null : (
        <Fact name={t('facts.answeredAfter')}>
          <span className="num">{times.duration(approval.decidedAt - approval.createdAt)}</span>
        </Fact>
      )}
      {where === null ? null : <Fact name={t('facts.decidedBy')}>{where}</Fact>}
      {approval.state === 'approved' ? <Fact name={t('facts.saidYesTo')}>{t('facts.saidYesToSays')}</Fact> : null}
    </dl>
  )
}

/** In which window an answer was given, in words; null where nobody answered. */
export function useWhere(decidedBy: string | null): string | null {
  const { t } = useTranslation('inbox')
  const mine = useRouteQuery('app.hello', {}).data?.window
  if (decidedBy === null) return null
  return decidedBy === mine ? t('settled.thisWindow') : t('settled.otherWindow', { window: decidedBy })
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
