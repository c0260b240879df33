import type { Agent, AgentDraft, Provider, Reach, RuntimeKind } from '#shared/agent.ts'
import { custom, type Service, services } from '../../first-run/services.ts'

/** What the form holds while a person types: texts as typed, and the model's fields also while Rehearsal is chosen. */
export type AgentForm = {
  readonly name: string
  readonly emoji: string
  readonly runtime: RuntimeKind
  readonly provider: Provider
  readonly baseUrl: string
  readonly model: string
  readonly instructions: string
  readonly workspace: 'own-folder' | 'fixed'
  readonly path: string
  readonly reach: Reach
}

export const emptyForm: AgentForm = {
  name: '',
  emoji: '',
  runtime: 'ai-sdk',
  provider: services[0]?.provider ?? 'openai-compatible',
  baseUrl: services[0]?.baseUrl ?? '',
  model: '',
  instructions: '',
  workspace: 'own-folder',
  path: '',
  reach: 'open',
}

export function formOf(agent: Agent): AgentForm {
  const { name, emoji, runtime, instructions, workspace, reach } = agent
  const isModel = runtime.kind === 'ai-sdk'
  return {
    name,
    emoji,
    runtime: runtime.kind,
    provider: isModel ? runtime.provider : emptyForm.provider,
    baseUrl: isModel ? runtime.baseUrl : emptyForm.baseUrl,
    model: isModel ? runtime.model : '',
    instructions,
    workspace: workspace.kind,
    path: workspace.kind === 'fixed' ? workspace.path : '',
    reach,
  }
}

/** What is saved. Only for a form without problems. */
export function draftOf(form: AgentForm): AgentDraft {
  return {
    name: form.name.trim(),
    emoji: form.emoji.trim(),
    runtime:
      form.runtime === 'rehearsal'
        ? { version: 1, kind: 'rehearsal' }
        : {
            version: 1,
            kind: 'ai-sdk',
            provider: form.provider,
            baseUrl: form.baseUrl.trim(),
            model: form.model.trim(),
          },
    instructions: form.instructions,
    workspace:
      form.workspace === 'own-folder'
        ? { version: 1, kind: 'own-folder' }
        : { version: 1, kind: 'fixed', path: form.path.trim() },
    reach: form.reach,
  }
}

/** Whether saving would change anything. */
export function isChanged(form: AgentForm, saved: AgentForm): boolean {
  return JSON.stringify(draftOf(form)) !== JSON.stringify(draftOf(saved))
}

export type FieldProblem =
  | 'nameMissing'
  | 'addressMissing'
  | 'addressBad'
  | 'modelMissing'
  | 'pathMissing'
  | 'pathNotFull'
export type FormProblems = { readonly [F in 'name' | 'baseUrl' | 'model' | 'path']?: FieldProblem }

/** What would be refused, by field. */
export function problemsOf(form: AgentForm): FormProblems {
  const isModel = form.runtime === 'ai-sdk'
  const address = form.baseUrl.trim()
  const path = form.path.trim()
  return {
    ...(form.name.trim() === '' ? { name: 'nameMissing' } : {}),
    ...(isModel && address === '' ? { baseUrl: 'addressMissing' } : {}),
    ...(isModel && address !== '' && !isWebAddress(address) ? { baseUrl: 'addressBad' } : {}),
    ...(isModel && form.model.trim() === '' ? { model: 'modelMissing' } : {}),
    ...(form.workspace === 'fixed' && path === '' ? { path: 'pathMissing' } : {}),
    ...(form.workspace === 'fixed' && path !== '' && !isFullPath(path) ? { path: 'pathNotFull' } : {}),
  }
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

/** `/a/b` here, `C:\a` and `\\server\a` on Windows; the core decides what exists. */
function isFullPath(path: string): boolean {
  return /^(\/|[a-z]:[\\/]|\\\\)/i.test(path)
}

/** The service of an address: one that is known by it, or another of the same manner. */
export function serviceOf({ provider, baseUrl }: Pick<AgentForm, 'provider' | 'baseUrl'>): Service {
  const bare = (url: string): string =>
    url.trim().replace(/\/+$/, '').replace('://localhost', '://127.0.0.1').toLowerCase()
  return (
    services.find((each) => each.provider === provider && bare(each.baseUrl) === bare(baseUrl)) ??
    (provider === custom.provider ? custom : customAnthropic)
  )
}

const customAnthropic: Service = { id: 'custom-anthropic', name: '', provider: 'anthropic', baseUrl: '', key: true }

export const allServices: readonly Service[] = [...services, custom, customAnthropic]

/** The host of an address, to name it by; the address itself where it is none. */
export function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
}
