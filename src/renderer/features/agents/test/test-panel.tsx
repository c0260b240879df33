import { Activity } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AgentView } from '#shared/agent.ts'
import { Button } from '#renderer/ui/button.tsx'
import { errorText } from '#renderer/ui/error-text.ts'
import { Mark, type MarkKind } from '#renderer/ui/mark.tsx'
import { useTimesIn } from '#renderer/ui/relative-time.tsx'
import { hostOf } from '../form/agent-form-model.ts'
import { failedStep, type TestStep, type Tried, useAgentTests } from './agent-tests.ts'

type Props = {
  /** null: it has not been saved yet. */
  readonly agent: AgentView | null
  /** The form has something that is not saved: a test saves it first. */
  readonly unsaved: boolean
  readonly onTest: () => void
}

/** What a test tried, in order; it stops at the first failure and says what to change. */
export function TestPanel({ agent, unsaved, onTest }: Props) {
  const { t } = useTranslation('agents')
  const tried = useAgentTests((state) => (agent === null ? undefined : state.tried[agent.id]))
  const running = tried?.kind === 'running'
  const label = running ? 'test.running' : unsaved ? 'test.saveAndTest' : tried === undefined ? 'test.do' : 'test.again'
  return (
    <section aria-label={t('test.title')}>
      <h3>
        {t('test.title')}
        <span className="dim3 small trunc">
          <Outcome tried={tried} />
        </span>
        <span className="grow" />
        <Button size="sm" disabled={running} onClick={onTest}>
          <Activity size={14} strokeWidth={1.7} aria-hidden />
          {t(label)}
        </Button>
      </h3>
      <div role="status">
        {agent === null || tried === undefined ? (
          <p className="ag-aside">{t(agent?.runtime.kind === 'rehearsal' ? 'test.rehearsal' : 'test.notYet')}</p>
        ) : tried.kind === 'running' ? (
          <p className="state t-run">
            <Mark kind="delivering" />
            {t('test.trying')}
          </p>
        ) : tried.kind === 'error' ? (
          <p className="ag-aside" data-tone="fail">
            <b>{t('test.notDone')}</b> {errorText(tried.error)}
          </p>
        ) : (
          <Steps agent={agent} tried={tried} />
        )}
      </div>
    </section>
  )
}

function Outcome({ tried }: { readonly tried: Tried | undefined }) {
  const { t, i18n } = useTranslation('agents')
  const times = useTimesIn()
  if (tried?.kind !== 'done') return null
  const time = times.clock(tried.at)
  const failed = failedStep(tried)
  if (failed !== undefined) return <>{t(`test.stoppedAt.${failed.step}`, { time })}</>
  const { ms } = tried.test
  const took =
    ms < 1000
      ? t('test.ms', { ms })
      : t('test.seconds', { s: (ms / 1000).toLocaleString(i18n.language, { maximumFractionDigits: 1 }) })
  return <>{t('test.took', { time, took })}</>
}

const marks: Record<TestStep['state'], MarkKind> = { passed: 'consumed', failed: 'failed', 'not-tried': 'idle' }

function Steps({ agent, tried }: { readonly agent: AgentView; readonly tried: Extract<Tried, { kind: 'done' }> }) {
  const { t } = useTranslation('agents')
  const failed = failedStep(tried)
  return (
    <>
      <ol className="ag-tried calm">
        {tried.test.steps.map((step) => (
          <li key={step.step} data-state={step.state}>
            <Mark kind={marks[step.state]} />
            <span>
              <span className={step.state === 'failed' ? 't-fail' : ''}>
                <StepWords step={step} agent={agent} />
              </span>
              {step.state === 'failed' && step.detail !== '' ? <em lang="en">{step.detail}</em> : null}
            </span>
            <span className="ms">
              {step.ms === null || step.state === 'not-tried' || agent.runtime.kind === 'rehearsal'
                ? ''
                : t('test.ms', { ms: step.ms })}
            </span>
          </li>
        ))}
      </ol>
      {failed === undefined ? (
        <p className="ag-aside">{t(agent.runtime.kind === 'rehearsal' ? 'test.rehearsal' : 'test.sentNothing')}</p>
      ) : (
        <p className="ag-aside" data-tone="fail">
          <b>{t(`test.advice.${failed.step}.title`)}</b> {t(`test.advice.${failed.step}.text`)}
        </p>
      )}
    </>
  )
}

function StepWords({ step, agent }: { readonly step: TestStep; readonly agent: AgentView }) {
  const { t } = useTranslation('agents')
  const { runtime } = agent
  if (runtime.kind === 'rehearsal') return <>{t(`test.scripted.${step.step}`)}</>
  const names = { host: hostOf(runtime.baseUrl), model: runtime.model }
  if (step.state === 'not-tried') return <>{t(`test.todo.${step.step}`, names)}</>
  if (step.state === 'failed') return <>{t(`test.failed.${step.step}`, names)}</>
  if (step.step === 'key' && agent.key === 'none') return <>{t('test.noKeyAsked')}</>
  return <>{t(`test.passed.${step.step}`, names)}</>
}
