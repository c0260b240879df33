import { Ellipsis, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgentView } from '#shared/agent.ts'
import type { IpcError } from '#shared/ipc/envelope.ts'
import { hrefOf, navigate } from '#renderer/app/router.ts'
import { useCall } from '#renderer/ipc/use-call.ts'
import { useIpc } from '#renderer/ipc/use-ipc.ts'
import { AgentTile } from '#renderer/ui/agent-tile.tsx'
import { Badge } from '#renderer/ui/badge.tsx'
import { Button, IconButton } from '#renderer/ui/button.tsx'
import { errorText } from '#renderer/ui/error-text.ts'
import { LineNotice } from '#renderer/ui/line-notice.tsx'
import { Menu } from '#renderer/ui/menu.tsx'
import { useTimesIn } from '#renderer/ui/relative-time.tsx'
import { daysBetween } from '#renderer/ui/times.ts'
import { useNow } from '#renderer/ui/use-now.ts'
import { useShortcut } from '#renderer/ui/use-shortcut.ts'
import { AgentSessions } from './agent-sessions.tsx'
import { DeleteAgentDialog } from './delete-agent-dialog.tsx'
import { AgentFormFields } from './form/agent-form.tsx'
import { formOf, serviceOf } from './form/agent-form-model.ts'
import { KeyField } from './form/key-field.tsx'
import { TestPanel } from './test/test-panel.tsx'
import { useAgentForm } from './use-agent-form.ts'
import { useAgentTest } from './use-agent-test.ts'

/** One Agent, or the form for a new one (null). It is saved by a button; what is typed meanwhile is kept anyway. */
export function AgentPage({ agent }: { readonly agent: AgentView | null }) {
  const { t } = useTranslation('agents')
  const ipc = useIpc()
  const call = useCall()
  const test = useAgentTest()
  const { form, changed, problems, error, busy, changedElsewhere, change, save, discard } = useAgentForm(agent)
  const [deleting, setDeleting] = useState(false)
  const unsaved = agent === null || changed

  const saved = async (): Promise<AgentView | null> => {
    if (agent !== null && !changed) return agent
    const answer = await save()
    if (agent === null && answer !== null) navigate(hrefOf('agents', answer.id), { replace: true })
    return answer
  }
  useShortcut({
    keys: 'mod+s',
    label: t('shortcut.save'),
    group: t('title'),
    run: () => void (unsaved ? saved() : null),
  })

  const testIt = async (): Promise<void> => {
    const now = await saved()
    if (now !== null) await test(now.id)
  }
  const keepKey = async (key: string): Promise<IpcError | null> => {
    const now = await saved()
    // The form says what keeps it from being saved; the key stays in its field.
    if (now === null) return { code: 'INVALID_INPUT', message: '' }
    const kept = await ipc.call('agents.setKey', { id: now.id, key })
    if (!kept.ok) return kept.error
    void test(now.id)
    return null
  }
  const newSession = async (): Promise<void> => {
    const now = await saved()
    if (now === null) return
    const made = await call('sessions.create', { agentId: now.id })
    if (made.ok) navigate(hrefOf('sessions', made.value.id))
  }
  const folderRefused = error?.code === 'REFUSED' && form.workspace === 'fixed'
  const addressSaved = agent !== null && sameService(form, formOf(agent)) && agent.runtime.kind === 'ai-sdk'
  return (
    <section className="page" aria-label={agent === null ? t('new') : agent.name}>
      <div className="bar" data-ruled>
        <AgentTile name={form.name} emoji={form.emoji} size={20} />
        <h2 className="trunc">{form.name.trim() === '' ? t('new') : form.name}</h2>
        {form.runtime === 'rehearsal' ? <Badge>{t('scripted')}</Badge> : null}
        <SavedAt agent={agent} changed={changed} />
        <span className="grow" />
        {unsaved ? (
          <>
            {agent === null && !changed ? null : (
              <Button size="sm" look="quiet" disabled={busy} onClick={discard}>
                {t(agent === null ? 'clearForm' : 'discard')}
              </Button>
            )}
            <Button size="sm" look="primary" keys={['mod', 'S']} disabled={busy} onClick={() => void saved()}>
              {t(agent === null ? 'create' : 'save')}
            </Button>
          </>
        ) : (
          <Button size="sm" onClick={() => void newSession()}>
            <Plus size={14} strokeWidth={1.7} aria-hidden />
            {t('newSession')}
          </Button>
        )}
        {agent === null ? null : (
          <Menu
            align="end"
            entries={[
              {
                key: 'session',
                label: t('newSession'),
                icon: <Plus size={14} strokeWidth={1.7} aria-hidden />,
                onSelect: () => void newSession(),
              },
              { key: 'copy', label: t('copyId'), onSelect: () => void navigator.clipboard.writeText(agent.id) },
              { kind: 'line', key: 'line' },
              {
                key: 'delete',
                label: t('delete.do'),
                tone: 'fail',
                icon: <Trash2 size={14} strokeWidth={1.7} aria-hidden />,
                onSelect: () => setDeleting(true),
              },
            ]}
          >
            <IconButton label={t('more')}>
              <Ellipsis size={16} strokeWidth={1.5} aria-hidden />
            </IconButton>
          </Menu>
        )}
      </div>
      {error === null || folderRefused ? null : (
        <LineNotice mark="failed" title={t('notSaved')}>
          {errorText(error)} {t('typedIsKept')}
        </LineNotice>
      )}
      {changedElsewhere ? (
        <LineNotice mark="cut" title={t('elsewhere.title')} action={{ label: t('elsewhere.show'), run: discard }}>
          {t('elsewhere.text')}
        </LineNotice>
      ) : null}
      <div className="ag-split">
        <div className="ag-main">
          <AgentFormFields
            form={form}
            problems={problems}
            folderRefused={folderRefused}
            modelsOf={addressSaved ? agent.id : null}
            keyField={
              <KeyField
                state={agent?.key ?? 'none'}
                wanted={serviceOf(form).key}
                onKeep={keepKey}
                onRemove={() => (agent === null ? Promise.resolve() : call('agents.removeKey', { id: agent.id }))}
              />
            }
            onChange={change}
          />
        </div>
        <aside className="ag-side" aria-label={t('aside')}>
          <TestPanel agent={agent} unsaved={unsaved} onTest={() => void testIt()} />
          {agent === null ? null : <AgentSessions agent={agent} />}
        </aside>
      </div>
      {agent === null ? null : <DeleteAgentDialog agent={agent} open={deleting} onClose={() => setDeleting(false)} />}
    </section>
  )
}

function sameService(
  a: { readonly provider: string; readonly baseUrl: string },
  b: { readonly provider: string; readonly baseUrl: string },
): boolean {
  return a.provider === b.provider && a.baseUrl.trim() === b.baseUrl
}

function SavedAt({ agent, changed }: { readonly agent: AgentView | null; readonly changed: boolean }) {
  const { t } = useTranslation('agents')
  const times = useTimesIn()
  const now = useNow()
  return (
    <span className="dim3 small trunc" role="status">
      {agent === null || changed
        ? t('unsaved')
        : t('saved', {
            time:
              daysBetween(agent.updatedAt, now) === 0 ? times.clock(agent.updatedAt) : times.day(agent.updatedAt, now),
          })}
    </span>
  )
}
