import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgentView } from '#shared/agent.ts'
import type { IpcError } from '#shared/ipc/envelope.ts'
import type { SessionRow } from '#shared/session.ts'
import { hrefOf } from '#renderer/app/router.ts'
import { useIpc } from '#renderer/ipc/use-ipc.ts'
import { AgentTile } from '#renderer/ui/agent-tile.tsx'
import { Button } from '#renderer/ui/button.tsx'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { errorText } from '#renderer/ui/error-text.ts'
import { Field, FormRow } from '#renderer/ui/field.tsx'
import { Mark } from '#renderer/ui/mark.tsx'
import { useSendKey } from '../composer/use-send-key.ts'

type Props = {
  readonly open: boolean
  readonly agents: readonly AgentView[]
  /** The Agent to offer first. */
  readonly agentId: string | null
  readonly onClose: () => void
  readonly onCreated: (session: SessionRow) => void
}

export function NewSessionDialog({ open, onClose, ...props }: Props) {
  const { t } = useTranslation('sessions')
  return (
    <Dialog open={open} title={t('new.title')} onClose={onClose}>
      <NewSessionForm {...props} onClose={onClose} />
    </Dialog>
  )
}

/** Mounted when the dialog opens: what was typed the last time is gone. */
function NewSessionForm({ agents, agentId, onClose, onCreated }: Omit<Props, 'open'>) {
  const { t } = useTranslation('sessions')
  const ipc = useIpc()
  const [chosen, setChosen] = useState(agents.some((agent) => agent.id === agentId) ? agentId : (agents[0]?.id ?? null))
  const [name, setName] = useState('')
  const [workspace, setWorkspace] = useState('')
  const [error, setError] = useState<IpcError | null>(null)
  const [busy, setBusy] = useState(false)
  const agent = agents.find(({ id }) => id === chosen)
  const create = async (): Promise<void> => {
    if (chosen === null || busy) return
    setBusy(true)
    const folder = workspace.trim()
    const made = await ipc.call('sessions.create', {
      agentId: chosen,
      name: name.trim(),
      ...(folder === '' ? {} : { workspace: folder }),
    })
    setBusy(false)
    if (made.ok) onCreated(made.value)
    else setError(made.error)
  }
  if (agents.length === 0) {
    return (
      <>
        <p className="dialog-body">{t('new.noAgents')}</p>
        <div className="acts">
          <Button onClick={onClose}>{t('back')}</Button>
          <a className="btn" data-look="primary" href={hrefOf('agents')}>
            {t('new.toAgents')}
          </a>
        </div>
      </>
    )
  }
  return (
    <form
      className="sess-new"
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <div className="form-row">
        <span className="form-label">{t('new.agent')}</span>
        <div className="sess-new-agents" role="radiogroup" aria-label={t('new.agent')}>
          {agents.map(({ id, name: agentName, emoji, runtime }) => (
            <label key={id} className="row">
              <input type="radio" name="agent" checked={id === chosen} onChange={() => setChosen(id)} />
              <AgentTile name={agentName} emoji={emoji} size={20} />
              <span className="trunc">{agentName}</span>
              <span className="trunc small dim3">
                {runtime.kind === 'ai-sdk' ? runtime.model : t('panel.rehearsal')}
              </span>
            </label>
          ))}
        </div>
      </div>
      <FormRow label={t('new.name')}>
        {({ id }) => (
          <NameInput id={id} value={name} onChange={setName} maxLength={255} placeholder={t('new.nameHint')} />
        )}
      </FormRow>
      <FormRow label={t('new.workspace')} hint={t('new.workspaceHint')}>
        {({ id }) => (
          <NameInput
            id={id}
            value={workspace}
            onChange={setWorkspace}
            maxLength={4096}
            placeholder={agent?.workspace.kind === 'fixed' ? agent.workspace.path : t('new.ownFolder')}
          />
        )}
      </FormRow>
      {error === null ? null : (
        <p className="state t-fail" role="alert">
          <Mark kind="failed" />
          {error.code === 'REFUSED' ? error.message : errorText(error)}
        </p>
      )}
      <div className="acts">
        <Button onClick={onClose}>{t('back')}</Button>
        <Button look="primary" type="submit" disabled={busy}>
          {t('new.create')}
        </Button>
      </div>
    </form>
  )
}

type InputProps = {
  readonly id: string
  readonly value: string
  readonly maxLength: number
  readonly placeholder: string
  readonly onChange: (value: string) => void
}

/** A field in which Enter chooses a word first, where an input method asks for one. */
function NameInput({ id, value, maxLength, placeholder, onChange }: InputProps) {
  const { composition, sends } = useSendKey()
  return (
    <Field
      id={id}
      value={value}
      maxLength={maxLength}
      placeholder={placeholder}
      onChange={(event) => onChange(event.target.value)}
      {...composition}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !sends(event)) event.preventDefault()
      }}
    />
  )
}
