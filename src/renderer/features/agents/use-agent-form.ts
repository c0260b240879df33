import { useState } from 'react'
import type { AgentView } from '#shared/agent.ts'
import type { IpcError } from '#shared/ipc/envelope.ts'
import { useIpc } from '#renderer/ipc/use-ipc.ts'
import { NEW_AGENT, useAgentDrafts } from './form/agent-drafts.ts'
import {
  type AgentForm,
  draftOf,
  emptyForm,
  formOf,
  type FormProblems,
  isChanged,
  problemsOf,
} from './form/agent-form-model.ts'

const none: FormProblems = {}

/** The form of one Agent (null: of a new one): what was typed, what is wrong with it, and saving it. */
export function useAgentForm(agent: AgentView | null) {
  const ipc = useIpc()
  const place = agent?.id ?? NEW_AGENT
  const unsaved = useAgentDrafts((state) => state.forms[place])
  const { put, drop } = useAgentDrafts.getState()
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<IpcError | null>(null)

  const saved = agent === null ? emptyForm : formOf(agent)
  const form = unsaved?.form ?? saved
  const changed = isChanged(form, saved)
  const problems = problemsOf(form)

  const change = (part: Partial<AgentForm>): void => {
    setError(null)
    const next = { ...form, ...part }
    // Typed back to what is saved: then nothing is unsaved.
    if (isChanged(next, saved)) put(place, { form: next, since: unsaved?.since ?? agent?.updatedAt ?? 0 })
    else if (agent !== null && JSON.stringify(next) === JSON.stringify(saved)) drop(place)
    else put(place, { form: next, since: unsaved?.since ?? agent?.updatedAt ?? 0 })
  }
  /** Answers the saved Agent; null: it was not saved, and the form says why. Nothing typed is lost. */
  const save = async (): Promise<AgentView | null> => {
    setTried(true)
    if (Object.keys(problems).length > 0 || busy) return null
    setBusy(true)
    const draft = draftOf(form)
    const answer =
      agent === null ? await ipc.call('agents.create', draft) : await ipc.call('agents.update', { id: agent.id, draft })
    setBusy(false)
    if (!answer.ok) {
      setError(answer.error)
      return null
    }
    setTried(false)
    setError(null)
    drop(place)
    return answer.value
  }
  return {
    form,
    changed,
    /** Said once saving was tried, or where something was typed that cannot be right. */
    problems: tried ? problems : typedWrong(problems, form),
    error,
    busy,
    /** Somebody saved the Agent after this form was begun. */
    changedElsewhere: agent !== null && changed && unsaved !== undefined && unsaved.since < agent.updatedAt,
    change,
    save,
    discard: () => {
      setTried(false)
      setError(null)
      drop(place)
    },
  }
}

/** An empty field is not wrong before one has tried to save; a bad address is. */
function typedWrong(problems: FormProblems, form: AgentForm): FormProblems {
  if (form.baseUrl.length < 9 && form.path.length < 2) return none
  return {
    ...(problems.baseUrl === 'addressBad' && form.baseUrl.length >= 9 ? { baseUrl: problems.baseUrl } : {}),
    ...(problems.path === 'pathNotFull' && form.path.length >= 2 ? { path: problems.path } : {}),
  }
}
