import {
  decide,
  makeAgent,
  makeSession,
  openTestCore,
  type Script,
  scriptedRuntime,
  send,
  type TestCore,
} from './test-core.ts'
import { type ToolAnswer, useTools } from './turn-tools.ts'

/**
 * A bed with two Agents: what a person tells the caller is a JSON list of tool calls, made one after another; what
 * reaches the target is answered by `there`.
 */
export async function openBed(there: Script = answering('done'), options: Parameters<typeof openTestCore>[0] = {}) {
  const answers: ToolAnswer[] = []
  const asked: string[] = []
  const script: Script = async (run) => {
    if (run.origin !== 'person') {
      asked.push(run.input.parts.map((part) => (part.type === 'text' ? part.text : '')).join(''))
      return run.origin === 'request' ? there(run) : { end: 'stop' }
    }
    const tools = await useTools(run)
    for (const [name, args] of JSON.parse(run.inputText) as [string, Record<string, unknown>][]) {
      answers.push(await tools.call(name, args, run.signal))
    }
    return { end: run.signal.aborted ? 'stopped' : 'stop' }
  }
  const it = await openTestCore({ ...options, script })
  const { core } = it
  const caller = makeSession(core, makeAgent(core, 'Planner', scriptedRuntime), 'Plan')
  const coder = makeAgent(core, 'Coder', scriptedRuntime)
  const target = makeSession(core, coder, 'Auth fix')
  const ask = (message: string, more: Record<string, unknown> = {}) =>
    send(
      core,
      caller,
      JSON.stringify([['session_send', { target_session_id: target.id, message, reply: 'completion', ...more }]]),
    )
  const approveNext = async () => {
    const open = await it.until(() => core.approvalStore.open()[0])
    decide(core, open.id)
    return core.approvals.get(open.id)?.requestId ?? ''
  }
  return { it, core, caller, target, coder, ask, approveNext, answers, asked }
}

export function answering(text: string): Script {
  return (run) => {
    run.emit({ type: 'text', text })
    return Promise.resolve({ end: 'stop' })
  }
}

/** Runs until it is aborted, after it has said something. */
export function hanging(text: string): Script {
  return (run) => {
    run.emit({ type: 'text', text })
    return new Promise((resolve) =>
      run.signal.addEventListener('abort', () => resolve({ end: 'stopped' }), { once: true }),
    )
  }
}

export function resultOf(it: TestCore, requestId: string) {
  return it.until(() => {
    const detail = it.core.deliveryList.detail(requestId)
    return detail !== null && (detail.delivery.status === 'consumed' || detail.delivery.status === 'failed')
      ? detail
      : null
  })
}
