import { expect } from 'vitest'
import type { Session } from '#shared/session.ts'
import type { Asked, ModelBed } from './model-bed.ts'
import type { Model } from './model-state.ts'

type TurnRow = {
  id: string
  sessionId: string
  origin: string
  state: string
  code: string | null
  repeatOf: string | null
  messageId: string
  text: string
}
type DeliveryRow = {
  id: string
  kind: string
  sender: string
  receiver: string
  seq: number
  status: string
  outcome: string | null
  code: string | null
  held: number
  inReplyTo: string | null
  retryOf: string | null
  messageId: string
}

/** One run of a model on the real domain: its rows, in the terms of the model. */
export class RealSystem {
  readonly bed: ModelBed
  readonly sessions: readonly Session[]
  readonly asked: Asked[] = []

  constructor(bed: ModelBed) {
    this.bed = bed
    this.sessions = bed.openSessions()
  }

  get core() {
    return this.bed.it.core
  }

  id(name: string): string {
    const found = this.sessions.find((session) => session.name === name)
    if (found === undefined) throw new Error(`there is no session ${name}`)
    return found.id
  }

  /** Turns of a Session in the order in which they were made. */
  turns(name: string): TurnRow[] {
    return this.core.db.sqlite
      .prepare<[string], TurnRow>(
        `SELECT t.id, t.session_id AS sessionId, t.origin, t.state, t.error_code AS code, t.repeat_of AS repeatOf,
           t.input_message_id AS messageId, m.text FROM turns t JOIN messages m ON m.id = t.input_message_id
         WHERE t.session_id = ? ORDER BY t.created_at, t.id`,
      )
      .all(this.id(name))
  }

  deliveries(name: string): DeliveryRow[] {
    return this.core.db.sqlite
      .prepare<[string], DeliveryRow>(
        `SELECT id, kind, sender_session_id AS sender, receiver_session_id AS receiver, seq, status, outcome,
           error_code AS code, held, in_reply_to AS inReplyTo, retry_of AS retryOf, message_id AS messageId
         FROM deliveries WHERE receiver_session_id = ? ORDER BY seq`,
      )
      .all(this.id(name))
  }

  /** The same view as the model's (`viewOf`). */
  view(): unknown {
    const names = this.sessions.map((session) => session.name)
    const all = names.flatMap((name) => this.deliveries(name))
    const nameOf = (id: string): string => this.sessions.find((session) => session.id === id)?.name ?? '?'
    const labelOf = (id: string | null): string | null => {
      const row = all.find((one) => one.id === id)
      return row === undefined ? null : `${nameOf(row.receiver)}/${row.seq}`
    }
    const inputOf = (turn: TurnRow): string | null =>
      labelOf(all.find((one) => one.messageId === turn.messageId)?.id ?? null) ?? turn.text
    return {
      turns: names.map((name) =>
        this.turns(name).map((turn) => [inputOf(turn), turn.origin, turn.state, turn.code, turn.repeatOf !== null]),
      ),
      deliveries: names.map((name) =>
        this.deliveries(name).map((row) => [
          row.seq,
          row.kind,
          nameOf(row.sender),
          row.status,
          row.outcome,
          row.code,
          row.held === 1,
          labelOf(row.inReplyTo),
          labelOf(row.retryOf),
        ]),
      ),
      approvals: this.asked.map(({ id }) => {
        const record = this.core.approvals.get(id)
        return [
          nameOf(record?.senderSessionId ?? ''),
          nameOf(record?.targetSessionId ?? ''),
          record?.state,
          record?.state === 'pending' && record.waiterLostAt !== null,
        ]
      }),
    }
  }

  /** A tool of a running Turn asks the person, as `session_send` does after its checks. */
  ask(turn: TurnRow, from: string, to: string, reply: boolean, key: string | null): void {
    const { core } = this
    const shownTarget = core.facts.ofSession(this.id(to))
    const agentId = this.sessions[0]?.agentId ?? ''
    if (shownTarget === null) throw new Error('the target is not there')
    const question = {
      caller: { agentId, sessionId: this.id(from), turnId: turn.id },
      toolCallId: `call-${this.asked.length}`,
      tool: 'session_send' as const,
      arguments: {
        message: 'do it',
        title: null,
        targetSessionId: this.id(to),
        reply: reply ? ('completion' as const) : ('none' as const),
      },
      idempotencyKey: key,
      senderAgentName: 'Agent',
      senderSessionName: from,
      shownTarget,
    }
    const abort = new AbortController()
    const holder = core.approvals.holderOf(question)
    if (holder !== null) {
      if (holder === 'conflict' || holder.state !== 'pending') return
      const joined = this.asked.find(({ id }) => id === holder.id)
      if (joined === undefined) throw new Error('the question is not one of this run')
      // Whoever waited in a process that is gone waits no more.
      if (holder.waiterLostAt !== null) joined.waiters.length = 0
      const answer = core.approvals.join(holder, question, abort.signal).then((record) => record.state)
      joined.waiters.push({ abort, answer })
      return
    }
    const answer = core.approvals
      .ask(question, abort.signal)
      .then((asked) => (asked.ok ? asked.value.state : 'cancelled'))
    const id = core.approvalStore.openOfTurn(turn.id).find((open) => this.asked.every((one) => one.id !== open.id))?.id
    if (id === undefined) throw new Error('the question was not written')
    this.asked.push({ id, waiters: [{ abort, answer }], isTold: false })
  }

  /** Every tool that waited was told how its question ended. */
  async checkAnswers({ approvals }: Model): Promise<void> {
    for (const [index, { state, lostAt }] of approvals.entries()) {
      const one = this.asked[index]
      if (one === undefined || one.isTold || state === 'pending' || lostAt !== null) continue
      one.isTold = true
      for (const { answer } of one.waiters) expect(await answer).toBe(state)
    }
  }

  /** Ends what this run left. */
  async clear(): Promise<void> {
    const running = this.sessions.flatMap(({ name }) => this.turns(name)).filter((turn) => turn.state === 'running')
    for (const { id } of this.sessions) this.core.sessions.trash(id, true)
    await this.bed.ended(running.map((turn) => turn.id))
  }

  /** What must hold after every step, whatever the model says. */
  checkAlways(): void {
    const { sqlite } = this.core.db
    const count = (sql: string): number => sqlite.prepare<[], number>(sql).pluck().get() ?? 0
    expect({
      results: count(
        `SELECT count(*) FROM (SELECT in_reply_to FROM deliveries WHERE in_reply_to IS NOT NULL GROUP BY 1 HAVING count(*) > 1)`,
      ),
      running: count(
        `SELECT count(*) FROM (SELECT session_id FROM turns WHERE state = 'running' GROUP BY 1 HAVING count(*) > 1)`,
      ),
      live: this.core.openTurns().length,
      streaming: count(
        `SELECT count(*) FROM messages m JOIN turns t ON t.id = m.turn_id WHERE m.status = 'streaming' AND t.state <> 'running'`,
      ),
    }).toEqual({
      results: 0,
      running: 0,
      live: count("SELECT count(*) FROM turns WHERE state = 'running'"),
      streaming: 0,
    })
  }
}
