import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgentDraft, AgentTest } from '#shared/agent.ts'
import { useCall } from '#renderer/ipc/use-call.ts'
import { useRouteQuery } from '#renderer/ipc/use-route-query.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Field, FormRow } from '#renderer/ui/field.tsx'
import { Mark, type MarkKind } from '#renderer/ui/mark.tsx'
import { Select } from '#renderer/ui/select.tsx'
import { useFormSubmit } from '#renderer/ui/use-form-submit.ts'
import { custom, services } from './services.ts'

type Props = { readonly onBack: () => void; readonly onStarted: (sessionId: string) => Promise<void> }

/** Provider, address, key, model; then a test that says what it tried, an Agent and its first Session. */
export function ModelForm({ onBack, onStarted }: Props) {
  const { t } = useTranslation('firstRun')
  const call = useCall()
  const secretsKept = useRouteQuery('app.hello', {}).data?.secretsKept ?? true
  const [service, setService] = useState(services[0] ?? custom)
  const [baseUrl, setBaseUrl] = useState(service.baseUrl)
  const [key, setKey] = useState('')
  const [model, setModel] = useState('')
  const [name, setName] = useState(t('form.nameDefault'))
  const [agentId, setAgentId] = useState<string | null>(null)
  const [test, setTest] = useState<AgentTest | null>(null)
  const [busy, setBusy] = useState(false)
  const addressBad = baseUrl !== '' && !/^https?:\/\/[^\s/]/i.test(baseUrl)

  const draft: AgentDraft = {
    name: name.trim() === '' ? t('form.nameDefault') : name.trim(),
    emoji: '',
    runtime: { version: 1, kind: 'ai-sdk', provider: service.provider, baseUrl: baseUrl.trim(), model: model.trim() },
    instructions: '',
    workspace: { version: 1, kind: 'own-folder' },
    reach: 'open',
  }
  const start = async (id: string): Promise<void> => {
    const made = await call('sessions.create', { agentId: id })
    if (made.ok) await onStarted(made.value.id)
  }
  // The Agent is saved first: what is tested is what will run.
  const save = async (): Promise<string | null> => {
    const saved =
      agentId === null ? await call('agents.create', draft) : await call('agents.update', { id: agentId, draft })
    if (!saved.ok) return null
    setAgentId(saved.value.id)
    if (key.trim() !== '' && !(await call('agents.setKey', { id: saved.value.id, key: key.trim() })).ok) return null
    return saved.value.id
  }
  const tryIt = async (): Promise<void> => {
    setBusy(true)
    setTest(null)
    const id = await save()
    const tested = id === null ? null : await call('agents.test', { id })
    if (id !== null && tested?.ok === true) {
      setTest(tested.value)
      if (tested.value.steps.every(({ state }) => state !== 'failed')) await start(id)
    }
    setBusy(false)
  }
  const form = useFormSubmit(tryIt)
  const ready = baseUrl.trim() !== '' && !addressBad && model.trim() !== ''
  const failed = test?.steps.some(({ state }) => state === 'failed') ?? false
  return (
    <form className="model-form" {...form} aria-label={t('form.title')}>
      <FormRow label={t('form.service')}>
        {({ id }) => (
          <Select
            id={id}
            fill
            label={t('form.service')}
            value={service.id}
            options={[...services, custom].map((each) => ({
              value: each.id,
              label: each.name === '' ? t('form.custom') : each.name,
            }))}
            onChange={(chosen) => {
              const next = services.find((each) => each.id === chosen) ?? custom
              setService(next)
              setBaseUrl(next.baseUrl)
            }}
          />
        )}
      </FormRow>
      <FormRow label={t('form.address')} hint={t('form.addressHint')} error={addressBad ? t('form.addressBad') : null}>
        {({ id, describedBy }) => (
          <Field
            id={id}
            aria-describedby={describedBy}
            type="url"
            inputMode="url"
            required
            invalid={addressBad}
            value={baseUrl}
            onChange={(event) => setBaseUrl(event.target.value)}
          />
        )}
      </FormRow>
      <FormRow
        label={t('form.key')}
        hint={service.key ? t(secretsKept ? 'form.keyHint' : 'form.keyHintRun') : t('form.keyNone')}
      >
        {({ id, describedBy }) => (
          <Field
            id={id}
            aria-describedby={describedBy}
            type="password"
            autoComplete="off"
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        )}
      </FormRow>
      <FormRow label={t('form.model')} hint={t('form.modelHint')}>
        {({ id, describedBy }) => (
          <Field
            id={id}
            aria-describedby={describedBy}
            required
            value={model}
            onChange={(event) => setModel(event.target.value)}
          />
        )}
      </FormRow>
      <FormRow label={t('form.name')}>
        {({ id }) => <Field id={id} value={name} onChange={(event) => setName(event.target.value)} />}
      </FormRow>
      {test === null ? null : <Tried test={test} />}
      <div className="acts">
        <Button look="primary" size="lg" type="submit" disabled={busy || !ready}>
          {busy ? t('form.testing') : t('form.test')}
        </Button>
        {failed && agentId !== null ? (
          <Button size="lg" disabled={busy} onClick={() => void start(agentId)}>
            {t('form.startAnyway')}
          </Button>
        ) : null}
        <Button size="lg" look="quiet" disabled={busy} onClick={onBack}>
          {t('form.back')}
        </Button>
      </div>
    </form>
  )
}

const marks: Record<AgentTest['steps'][number]['state'], MarkKind> = {
  passed: 'consumed',
  failed: 'failed',
  'not-tried': 'idle',
}

function Tried({ test }: { readonly test: AgentTest }) {
  const { t } = useTranslation('firstRun')
  const failed = test.steps.some(({ state }) => state === 'failed')
  return (
    <section className="tried-box" role="status" aria-label={t('form.tried')}>
      {failed ? (
        <p>
          <b>{t('form.failedTitle')}</b> {t('form.failedSays')}
        </p>
      ) : null}
      <ol className="calm">
        {test.steps.map(({ step, state, detail, ms }) => (
          <li key={step} data-state={state}>
            <Mark kind={marks[state]} />
            <span className={state === 'failed' ? 't-fail' : ''}>
              {t(`form.step.${step}`)}
              {detail === '' ? null : <em>{detail}</em>}
            </span>
            <span className="num mono">{ms === null ? '' : `${ms} ms`}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
