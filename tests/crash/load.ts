import type { IpcEnvelope } from '#shared/ipc/envelope.ts'
import type { Approval, ApprovalDecision } from '#shared/approval.ts'
import type { RouteInput, RouteName, RouteOutput } from '#shared/ipc/routes.ts'
import type { IpcClient } from '#renderer/ipc/client.ts'
import type { Random } from './random.ts'
import type { Told } from './told.ts'

export type LoadDeps = {
  readonly windows: readonly [IpcClient, IpcClient]
  readonly random: Random
  readonly told: Told
  readonly isOver: () => boolean
  /** Makes every text of a run different. */
  readonly tag: string
}

/** One call; a refusal is an answer, a bug is a violation. Null when there is no answer, or a refusal. */
type Ask = <N extends RouteName>(route: N, input: RouteInput<N>) => Promise<RouteOutput<N> | null>

const tasks = [
  'say fine',
  'wait 150 ms, then say ready',
  'wait 600 ms, then say late',
  'fail: no luck',
  'look into it',
  'say one two three four',
]

/**
 * Many persons at once: what they do is the seed's, how far each comes is the machine's. Goes on until `isOver`, or
 * until nothing answers any more. Every answer is kept in `told`.
 */
export async function runLoad(deps: LoadDeps): Promise<void> {
  const { windows, random, told } = deps
  const asker =
    (window: IpcClient): Ask =>
    async (route, input) => {
      const answer: IpcEnvelope<RouteOutput<typeof route>> = await window.call(route, input)
      if (answer.ok) return answer.value
      const { code, message } = answer.error
      if (code === 'INTERNAL' || code === 'INVALID_INPUT' || code === 'STORAGE') {
        told.violations.push({ kind: 'wrong', what: `${route} answered ${code}: ${message}` })
      }
      return null
    }
  const asks = windows.map(asker)
  const [first] = asks
  if (first === undefined) return
  const loop = async (pause: readonly [number, number], step: (ask: Ask) => Promise<void>): Promise<void> => {
    while (!deps.isOver()) {
      await step(random.pick(asks) ?? first)
      await new Promise((resolve) => setTimeout(resolve, random.between(...pause)))
    }
  }
  await Promise.all([
    loop([2, 30], (ask) => talk(ask, deps)),
    loop([2, 30], (ask) => talk(ask, deps)),
    loop([2, 20], () => answerApproval(asks, deps)),
    loop([2, 20], () => answerApproval(asks, deps)),
    loop([40, 120], (ask) => interfere(ask, deps)),
    loop([150, 500], () => administer(first, deps)),
    loop([60, 150], (ask) => look(ask, deps)),
  ])
}

/** Persons tell their Sessions what to do. */
async function talk(ask: Ask, { random, told, tag }: LoadDeps): Promise<void> {
  const sessions = await liveSessions(ask)
  // Mostly to those that rest, so that queues stay short enough to be run off after the restart.
  const from = random.pick(random.chance(0.2) ? sessions : sessions.filter((session) => session.state === 'idle'))
  const to = random.pick(sessions.filter((session) => session.id !== from?.id))
  if (from === undefined || to === undefined) return
  const task = `${random.pick(tasks) ?? ''} ${tag}-${random.between(0, 1e9)}`
  const text = {
    ask: `ask ${to.id} to ${task}`,
    tell: `tell ${to.id} that ${task}`,
    new: `new session: ${task}`,
    say: `say ${task}`,
    slow: `wait 300 ms, then ask ${to.id} to ${task}`,
  }[random.weighted({ ask: 12, tell: 3, new: 3, say: 1, slow: 1 })]
  const turn = await ask('turns.send', {
    sessionId: from.id,
    text,
    mode: random.chance(0.12) ? 'stop-and-send' : 'queue',
  })
  if (turn !== null) told.turn(turn.id, text)
}

/** Answers an open question; now and then both windows answer it at once, and not alike. */
async function answerApproval(asks: readonly Ask[], deps: LoadDeps): Promise<void> {
  const { random, told } = deps
  const [first] = asks
  const open = (await first?.('approvals.open', {})) ?? []
  const approval = random.pick(open)
  if (approval === undefined || random.chance(0.15)) return
  const answering = random.chance(0.3) ? asks : asks.slice(0, 1)
  await Promise.all(
    answering.map(async (ask) => {
      const answer = await ask('approvals.answer', { id: approval.id, decision: decisionFor(approval, random) })
      if (answer !== null) told.approval(answer.approval, answer.result === 'settled')
    }),
  )
}

export function decisionFor(approval: Approval, random: Random): ApprovalDecision {
  if (random.chance(0.15)) return { answer: 'deny', reason: random.chance(0.5) ? 'not now' : '' }
  const { agentId, agentName, sessionName } = approval.target
  return {
    answer: 'approve',
    shown: { agentId, agentName, sessionName },
    ...(random.chance(0.2) ? { editedText: `${approval.text} (edited)` } : {}),
    options: { expiresInMs: random.chance(0.1) ? 60_000 : null, onResult: random.chance(0.2) ? 'keep' : 'wake' },
  }
}

/** Persons stop, take back, repeat and cancel. */
async function interfere(ask: Ask, { random, told }: LoadDeps): Promise<void> {
  const session = random.pick(await liveSessions(ask))
  if (session === undefined) return
  switch (random.weighted({ stop: 2, withdraw: 2, retryTurn: 3, cancel: 3, retry: 4, wake: 2, read: 1 })) {
    case 'stop':
      await ask('turns.stop', { sessionId: session.id, cancelOutgoing: random.chance(0.3) })
      return
    case 'withdraw': {
      const queue = await ask('timeline.queue', { sessionId: session.id })
      const queued = random.pick(queue?.queued ?? [])
      if (queued === undefined) return
      const taken = await ask('turns.withdraw', { turnId: queued.turn.id })
      if (taken !== null) told.withdrawn.add(taken.id)
      return
    }
    case 'retryTurn': {
      const page = await ask('timeline.page', { sessionId: session.id, at: { kind: 'newest' }, limit: 30 })
      const ended = (page?.items ?? []).flatMap(({ turn }) =>
        turn !== null && (turn.state === 'failed' || turn.state === 'interrupted') ? [turn] : [],
      )
      const turn = random.pick(ended)
      if (turn !== undefined) await ask('turns.retry', { turnId: turn.id })
      return
    }
    case 'cancel': {
      const open = await ask('deliveries.list', { filter: { kind: 'request', statuses: ['accepted', 'delivering'] } })
      const row = random.pick(open?.rows ?? [])
      if (row !== undefined && (await ask('deliveries.cancel', { id: row.id })) !== null) told.cancelled.add(row.id)
      return
    }
    case 'retry': {
      const ended = await ask('deliveries.list', { filter: { kind: 'request', outcomes: ['failed', 'interrupted'] } })
      const row = random.pick(ended?.rows ?? [])
      const retried = row === undefined ? null : await ask('deliveries.retry', { id: row.id })
      if (retried !== null) told.requests.add(retried.requestId)
      return
    }
    case 'wake':
    case 'read': {
      const queue = await ask('timeline.queue', { sessionId: session.id })
      const held = random.pick(queue?.held ?? [])
      if (held === undefined) return
      if (random.chance(0.6)) await ask('deliveries.wake', { id: held.delivery.id })
      else if ((await ask('deliveries.markRead', { id: held.delivery.id })) !== null) told.read.add(held.delivery.id)
    }
  }
}

/** One person alone keeps house, so that what was told last of a Session or an Agent is what holds. */
async function administer(ask: Ask, { random, told }: LoadDeps): Promise<void> {
  const session = random.pick(await liveSessions(ask))
  if (session === undefined) return
  switch (random.weighted({ trash: 4, restore: 5, rename: 2, agent: 2, agentBack: 4, move: 1, pause: 1, resume: 2 })) {
    case 'trash':
      return place(ask, 'sessions.trash', { id: session.id, cancelOutgoing: random.chance(0.4) }, told)
    case 'restore': {
      const trashed = await ask('sessions.list', { filter: { trashed: true } })
      const back = random.pick(trashed?.rows ?? [])
      return back === undefined ? undefined : place(ask, 'sessions.restore', { id: back.id }, told)
    }
    case 'rename':
      await ask('sessions.rename', {
        id: session.id,
        name: `${session.name.split(' #')[0] ?? ''} #${random.between(1, 99)}`,
      })
      return
    case 'agent': {
      const agents = (await ask('agents.list', {})) ?? []
      const agent = agents.length > 1 ? random.pick(agents) : undefined
      if (agent !== undefined) await ask('agents.delete', { id: agent.id })
      return
    }
    case 'agentBack': {
      const agent = random.pick((await ask('agents.list', { deleted: true })) ?? [])
      if (agent !== undefined) await ask('agents.restore', { id: agent.id })
      return
    }
    case 'move': {
      const agent = random.pick((await ask('agents.list', {})) ?? [])
      if (agent !== undefined) await ask('sessions.giveTo', { id: session.id, agentId: agent.id })
      return
    }
    case 'pause':
      await ask('settings.update', { dispatchPaused: true })
      return
    case 'resume':
      await ask('settings.update', { dispatchPaused: false })
  }
}

async function place<N extends 'sessions.trash' | 'sessions.restore'>(
  ask: Ask,
  route: N,
  input: RouteInput<N>,
  told: Told,
): Promise<void> {
  told.places.set(input.id, 'unsure')
  if ((await ask(route, input)) !== null) told.places.set(input.id, route === 'sessions.trash' ? 'trashed' : 'here')
}

/** Windows read what they show; all of it is kept. */
async function look(ask: Ask, { random, told }: LoadDeps): Promise<void> {
  const page = await ask('deliveries.list', { filter: {}, limit: 200 })
  for (const row of page?.rows ?? []) told.delivery(row)
  const row = random.pick(page?.rows ?? [])
  const detail = row === undefined ? null : await ask('deliveries.get', { id: row.id })
  if (detail !== null) told.contents.set(detail.delivery.id, detail.content)
  const history = await ask('approvals.history', {})
  for (const approval of history?.approvals ?? []) told.approval(approval, false)
}

async function liveSessions(ask: Ask): Promise<RouteOutput<'sessions.list'>['rows']> {
  const page = await ask('sessions.list', { filter: {} })
  return (page?.rows ?? []).filter((session) => !session.agentDeleted && session.agentId !== null)
}
