import { ok } from '#shared/result.ts'
import { answer, done } from '../answers.ts'
import type { HandlerServices } from '../handler-services.ts'
import type { Handlers } from '../router.ts'

type AgentRoutes =
  `agents.${'list' | 'create' | 'update' | 'delete' | 'restore' | 'deleteForever' | 'setKey' | 'removeKey' | 'test' | 'models'}`

export function agentHandlers({ agents }: HandlerServices): Pick<Handlers, AgentRoutes> {
  const same = <T>(value: T): T => value
  return {
    'agents.list': ({ deleted }) => ok(agents.list(deleted)),
    'agents.create': (draft) => answer(agents.create(draft), same),
    'agents.update': ({ id, draft }) => answer(agents.update(id, draft), same),
    'agents.delete': ({ id }) => answer(agents.delete(id), done),
    'agents.restore': ({ id }) => answer(agents.restore(id), done),
    'agents.deleteForever': ({ id }) => answer(agents.deleteForever(id), done),
    'agents.setKey': ({ id, key }) => answer(agents.setKey(id, key), same),
    'agents.removeKey': ({ id }) => answer(agents.removeKey(id), done),
    'agents.test': async ({ id }) => answer(await agents.test(id), same),
    'agents.models': async ({ id }) => answer(await agents.models(id), same),
  }
}
