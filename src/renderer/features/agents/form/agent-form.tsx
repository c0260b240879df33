import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type Reach, reachSchema, type RuntimeKind } from '#shared/agent.ts'
import { Field, TextArea } from '#renderer/ui/field.tsx'
import { Segmented } from '#renderer/ui/segmented.tsx'
import { Select } from '#renderer/ui/select.tsx'
import { RadioRows } from '#renderer/ui/switch.tsx'
import { type AgentForm, allServices, type FieldProblem, type FormProblems, serviceOf } from './agent-form-model.ts'
import { ModelField } from './model-field.tsx'
import { RehearsalWords } from './rehearsal-words.tsx'

type Props = {
  readonly form: AgentForm
  readonly problems: FormProblems
  /** The core refused the folder. */
  readonly folderRefused: boolean
  /** The saved Agent whose service can be asked for its models; null: not while the address is unsaved. */
  readonly modelsOf: string | null
  readonly keyField: ReactNode
  readonly onChange: (change: Partial<AgentForm>) => void
}

const runtimes: readonly RuntimeKind[] = ['ai-sdk', 'rehearsal']
const INSTRUCTIONS_LIMIT = 65_536

/** Everything that an Agent is, with one line of consequence beside what has one. */
export function AgentFormFields({ form, problems, folderRefused, modelsOf, keyField, onChange }: Props) {
  const { t, i18n } = useTranslation('agents')
  const service = serviceOf(form)
  const scripted = form.runtime === 'rehearsal'
  const length = [...form.instructions].length
  const pathProblem = problems.path ?? (folderRefused ? 'pathRefused' : undefined)
  return (
    <>
      <h3>{t('section.who')}</h3>
      <div className="ag-form">
        <Row label={t('field.name')} problem={problems.name}>
          {(id, told) => (
            <>
              <Field
                id={id}
                className="ag-wide"
                aria-describedby={told}
                invalid={problems.name !== undefined}
                maxLength={255}
                value={form.name}
                onChange={(event) => onChange({ name: event.target.value })}
              />
              <Field
                className="ag-emoji"
                aria-label={t('field.emoji')}
                title={t('field.emoji')}
                placeholder={[...form.name.trim()][0]?.toLocaleUpperCase() ?? ''}
                maxLength={16}
                value={form.emoji}
                onChange={(event) => onChange({ emoji: event.target.value })}
              />
              <span className="dim3 small ag-roomy">{t('field.emojiHint')}</span>
            </>
          )}
        </Row>
      </div>

      <h3>{t('section.runs')}</h3>
      <div className="ag-form">
        <Row plain label={t('field.runtime')}>
          {() => (
            <Segmented
              label={t('field.runtime')}
              value={form.runtime}
              options={runtimes.map((value) => ({ value, label: t(`runtime.${value}`) }))}
              onChange={(runtime) => onChange({ runtime })}
            />
          )}
        </Row>
        {scripted ? (
          <>
            <Row plain label={t('field.provider')}>
              {() => <span className="dim">{t('rehearsal.provider')}</span>}
            </Row>
            <Row plain label={t('field.modelAndKey')}>
              {() => <span className="dim">{t('rehearsal.noKey')}</span>}
            </Row>
          </>
        ) : (
          <>
            <Row label={t('field.provider')}>
              {(id) => (
                <>
                  <span className="ag-wide">
                    <Select
                      id={id}
                      fill
                      label={t('field.provider')}
                      value={service.id}
                      options={allServices.map((each) => ({
                        value: each.id,
                        label: each.name === '' ? t(`service.${each.provider}`) : each.name,
                      }))}
                      onChange={(chosen) => {
                        const next = allServices.find((each) => each.id === chosen)
                        if (next !== undefined) onChange({ provider: next.provider, baseUrl: next.baseUrl })
                      }}
                    />
                  </span>
                  <span className="dim3 small">{t(`manner.${form.provider}`)}</span>
                </>
              )}
            </Row>
            <Row label={t('field.address')} problem={problems.baseUrl}>
              {(id, told) => (
                <>
                  <Field
                    id={id}
                    className="mono ag-wide"
                    aria-describedby={told}
                    invalid={problems.baseUrl !== undefined}
                    inputMode="url"
                    autoComplete="off"
                    maxLength={2048}
                    placeholder="https://"
                    value={form.baseUrl}
                    onChange={(event) => onChange({ baseUrl: event.target.value })}
                  />
                  {service.name === '' ? null : <span className="dim3 small">{t('field.fromProvider')}</span>}
                </>
              )}
            </Row>
            <Row label={t('field.model')} problem={problems.model}>
              {(id, told) => (
                <ModelField
                  id={id}
                  describedBy={told}
                  invalid={problems.model !== undefined}
                  value={form.model}
                  agentId={modelsOf}
                  onChange={(model) => onChange({ model })}
                />
              )}
            </Row>
            <Row plain label={t('field.key')}>
              {() => keyField}
            </Row>
          </>
        )}
      </div>

      {scripted ? (
        <RehearsalWords />
      ) : (
        <>
          <h3 id="ag-told">
            {t('section.told')}{' '}
            <span className="dim3 small num">
              {t('field.characters', { count: length, shown: length.toLocaleString(i18n.language) })}
            </span>
          </h3>
          <TextArea
            className="ag-told"
            aria-labelledby="ag-told"
            maxLength={INSTRUCTIONS_LIMIT}
            placeholder={t('field.instructionsHint')}
            value={form.instructions}
            onChange={(event) => onChange({ instructions: event.target.value })}
          />
        </>
      )}

      <h3>{t('section.where')}</h3>
      <div className="ag-form">
        <Row label={t('field.workspace')} problem={pathProblem}>
          {(id, told) => (
            <>
              <Select
                id={id}
                label={t('field.workspace')}
                value={form.workspace}
                options={(['own-folder', 'fixed'] as const).map((value) => ({ value, label: t(`workspace.${value}`) }))}
                onChange={(workspace) => onChange({ workspace })}
              />
              {form.workspace === 'fixed' ? (
                <Field
                  className="mono ag-path"
                  aria-label={t('field.path')}
                  aria-describedby={told}
                  invalid={pathProblem !== undefined}
                  autoComplete="off"
                  maxLength={4096}
                  placeholder={t('field.pathHint')}
                  value={form.path}
                  onChange={(event) => onChange({ path: event.target.value })}
                />
              ) : null}
              {scripted ? <span className="dim3 small">{t('rehearsal.neverWrites')}</span> : null}
            </>
          )}
        </Row>
      </div>

      <h3>
        {t('section.reach')} <span className="dim3 small">{t('field.reachHint')}</span>
      </h3>
      <div className="ag-reach">
        <RadioRows<Reach>
          label={t('section.reach')}
          value={form.reach}
          options={reachSchema.options.map((value) => ({
            value,
            name: t(`reach.${value}.name`),
            says: t(`reach.${value}.says`),
          }))}
          onChange={(reach) => onChange({ reach })}
        />
      </div>
    </>
  )
}

type RowProps = {
  readonly label: string
  readonly problem?: FieldProblem | 'pathRefused' | undefined
  /** It holds no field of its own for the label to name. */
  readonly plain?: boolean
  readonly children: (id: string, told: string | undefined) => ReactNode
}

/** A line of the form: its label, its control, and under it what is wrong with it. */
function Row({ label, problem, plain = false, children }: RowProps) {
  const { t } = useTranslation('agents')
  const id = useId()
  return (
    <div className="ag-row">
      {plain ? <span className="ag-label">{label}</span> : <label htmlFor={id}>{label}</label>}
      <div className="ag-line">{children(id, problem === undefined ? undefined : `${id}-told`)}</div>
      {problem === undefined ? null : (
        <p id={`${id}-told`} className="small t-fail ag-problem" role="alert">
          {t(`problem.${problem}`)}
        </p>
      )}
    </div>
  )
}
