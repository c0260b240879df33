/*
 * What design §6 to §8 says of Turns, Deliveries and approvals, in the plainest form: no clock but a counter, no
 * database, no text. The commands of the models change it beside the real thing, and both must look the same.
 */

export type TurnState = 'queued' | 'running' | 'succeeded' | 'failed' | 'interrupted'
export type ModelTurn = {
  readonly session: ModelSession
  readonly origin: 'person' | 'request' | 'result'
  /** What its input is: a person's text, or which Delivery. */
  readonly label: string
  readonly repeatOf: ModelTurn | null
  readonly delivery: ModelDelivery | null
  state: TurnState
  code: string | null
  startedAt: number | null
  isRepeated: boolean
}
export type ModelSession = { readonly name: string; isTrashed: boolean; readonly turns: ModelTurn[]; seq: number }
export type ModelDelivery = {
  readonly kind: 'request' | 'result'
  readonly from: ModelSession
  readonly to: ModelSession
  readonly seq: number
  readonly reply: boolean
  readonly onResult: 'wake' | 'keep'
  readonly request: ModelDelivery | null
  readonly retryOf: ModelDelivery | null
  readonly acceptedAt: number
  readonly expiresAt: number | null
  status: 'accepted' | 'delivering' | 'consumed' | 'failed'
  outcome: 'success' | 'failed' | 'interrupted' | null
  code: string | null
  isHeld: boolean
}
type NewDelivery = Omit<ModelDelivery, 'seq' | 'acceptedAt' | 'status' | 'outcome' | 'code' | 'isHeld'>
export type ModelApproval = {
  readonly turn: { now: ModelTurn }
  readonly from: ModelSession
  readonly to: ModelSession
  readonly reply: boolean
  readonly key: string | null
  state: 'pending' | 'approved' | 'denied' | 'cancelled' | 'expired'
  lostAt: number | null
  /** Calls that wait for its answer. */
  waiters: number
}

const PERSON_TURNS_IN_A_ROW = 2

export class Model {
  readonly sessions: ModelSession[] = ['A', 'B', 'C'].map((name) => ({ name, isTrashed: false, turns: [], seq: 0 }))
  readonly deliveries: ModelDelivery[] = []
  readonly approvals: ModelApproval[] = []
  isPaused = false
  now = 0

  running(session: ModelSession): ModelTurn | null {
    return session.turns.find((turn) => turn.state === 'running') ?? null
  }

  send(session: ModelSession, label: string): void {
    session.turns.push(newTurn(session, 'person', label, null, null))
    this.pump(session)
  }

  repeat(old: ModelTurn): void {
    old.isRepeated = true
    // A message that never started has no place yet: its repeat takes it as the first one would have.
    const repeatOf = old.startedAt === null ? null : old
    for (const approval of this.open((one) => one.turn.now === old && one.key === null)) approval.state = 'cancelled'
    old.session.turns.push(newTurn(old.session, old.origin, old.label, repeatOf, null))
    this.pump(old.session)
  }

  withdraw(turn: ModelTurn): void {
    Object.assign(turn, { state: 'interrupted', code: 'CANCELLED' })
    this.pump(turn.session)
  }

  accept(delivery: NewDelivery): void {
    this.add(delivery, {})
    this.pump(delivery.to)
  }

  add(delivery: NewDelivery, more: Partial<ModelDelivery>): void {
    const { to } = delivery
    to.seq += 1
    this.deliveries.push({
      ...delivery,
      seq: to.seq,
      acceptedAt: this.now,
      status: 'accepted',
      outcome: null,
      code: null,
      isHeld: false,
      ...more,
    })
  }

  /** Starts what a Session runs next, if it is free. */
  pump(session: ModelSession): void {
    if (session.isTrashed || this.running(session) !== null) return
    const person = session.turns.find((turn) => turn.state === 'queued')
    const waiting = this.isPaused
      ? []
      : this.deliveries.filter((one) => one.to === session && one.status === 'accepted' && !one.isHeld)
    const delivery = waiting.sort((a, b) => a.seq - b.seq)[0]
    if (delivery !== undefined && (person === undefined || isDeliveryNext(session, delivery))) {
      delivery.status = 'delivering'
      const turn = newTurn(session, delivery.kind, labelOf(delivery), null, delivery)
      session.turns.push(Object.assign(turn, { state: 'running', startedAt: this.now }))
    } else if (person !== undefined) {
      Object.assign(person, { state: 'running', startedAt: this.now })
    }
  }

  /** `isLeftOver`: the app went away; nothing starts before it is back. */
  endTurn(
    turn: ModelTurn,
    state: 'succeeded' | 'failed' | 'interrupted',
    code: string | null,
    isLeftOver = false,
  ): void {
    Object.assign(turn, { state, code })
    for (const approval of this.open((one) => one.turn.now === turn || one.turn.now === turn.repeatOf)) {
      if (isLeftOver) approval.lostAt ??= this.now
      else approval.state = 'cancelled'
    }
    const { delivery } = turn
    if (delivery?.status === 'delivering') this.finalise(delivery, state, code, isLeftOver)
    if (!isLeftOver) this.pump(turn.session)
  }

  failDelivery(delivery: ModelDelivery, outcome: 'failed' | 'interrupted', code: string): void {
    Object.assign(delivery, { status: 'failed', outcome, code })
    if (!delivery.from.isTrashed) this.returnResult(delivery, false)
  }

  cancel(delivery: ModelDelivery): void {
    if (delivery.status === 'accepted') return this.failDelivery(delivery, 'interrupted', 'CANCELLED')
    const turn = delivery.to.turns.find((one) => one.delivery === delivery && one.state === 'running')
    if (turn !== undefined) this.endTurn(turn, 'interrupted', 'CANCELLED')
  }

  trash(session: ModelSession, isCancelling: boolean): void {
    session.isTrashed = true
    const open = this.deliveries.filter(
      (one) => one.kind === 'request' && (one.status === 'accepted' || one.status === 'delivering'),
    )
    for (const request of open.filter((one) => one.to === session))
      this.failDelivery(request, 'interrupted', 'TARGET_SESSION_DELETED')
    for (const approval of this.open((one) => one.from === session || one.to === session)) approval.state = 'cancelled'
    const running = this.running(session)
    if (running !== null) this.endTurn(running, 'interrupted', 'TARGET_SESSION_DELETED')
    for (const turn of session.turns.filter((one) => one.state === 'queued')) {
      Object.assign(turn, { state: 'interrupted', code: 'TARGET_SESSION_DELETED' })
    }
    if (!isCancelling) return
    const sent = open.filter((one) => one.from === session)
    // What waits ends with the trash itself; what runs is stopped, and only then does its Session go on.
    for (const request of sent.filter((one) => one.status === 'accepted')) this.cancel(request)
    for (const request of sent.filter((one) => one.status === 'delivering')) this.cancel(request)
  }

  /** The process went and came back. */
  restart(): void {
    for (const session of this.sessions) {
      const running = this.running(session)
      if (running !== null) this.endTurn(running, 'interrupted', 'RUNTIME_ERROR', true)
    }
    this.pumpAll()
  }

  pumpAll(): void {
    for (const session of this.sessions) this.pump(session)
  }

  /** Time has passed: what had to start by now and did not ends. */
  expire(): void {
    const late = this.deliveries.filter(
      (one) => one.status === 'accepted' && one.expiresAt !== null && one.expiresAt <= this.now,
    )
    for (const request of late) this.failDelivery(request, 'failed', 'DELIVERY_EXPIRED')
    for (const request of late) this.pump(request.to)
  }

  open(fits: (approval: ModelApproval) => boolean): ModelApproval[] {
    return this.approvals.filter((approval) => approval.state === 'pending' && fits(approval))
  }

  finalise(
    delivery: ModelDelivery,
    state: 'succeeded' | 'failed' | 'interrupted',
    code: string | null,
    isLeftOver: boolean,
  ): void {
    if (delivery.kind === 'result') {
      delivery.status = 'consumed'
      return
    }
    if (delivery.reply && delivery.from.isTrashed) {
      Object.assign(delivery, { status: 'failed', outcome: 'interrupted', code: 'CALLER_SESSION_DELETED' })
      return
    }
    Object.assign(delivery, { status: 'consumed', outcome: state === 'succeeded' ? 'success' : state, code })
    this.returnResult(delivery, isLeftOver)
  }

  returnResult(request: ModelDelivery, isLeftOver: boolean): void {
    if (!request.reply) return
    const { from, to, outcome, code } = request
    const result = {
      kind: 'result',
      from: to,
      to: from,
      reply: false,
      onResult: 'wake',
      request,
      retryOf: null,
      expiresAt: null,
    } as const
    this.add(result, { outcome, code, isHeld: request.onResult === 'keep' })
    if (!isLeftOver) this.pump(from)
  }
}

function newTurn(
  session: ModelSession,
  origin: ModelTurn['origin'],
  label: string,
  repeatOf: ModelTurn | null,
  delivery: ModelDelivery | null,
): ModelTurn {
  return { session, origin, label, repeatOf, delivery, state: 'queued', code: null, startedAt: null, isRepeated: false }
}

/** After two Turns in a row that a person started while it waited, the oldest Delivery goes next. */
function isDeliveryNext(session: ModelSession, delivery: ModelDelivery): boolean {
  const started = session.turns.filter((turn) => turn.startedAt !== null)
  const last = started.sort((a, b) => (b.startedAt ?? 0) - (a.startedAt ?? 0)).slice(0, PERSON_TURNS_IN_A_ROW)
  return (
    last.length === PERSON_TURNS_IN_A_ROW &&
    last.every((turn) => turn.origin === 'person' && (turn.startedAt ?? 0) >= delivery.acceptedAt)
  )
}

export function labelOf(delivery: Pick<ModelDelivery, 'to' | 'seq'>): string {
  return `${delivery.to.name}/${delivery.seq}`
}

/** What of it can be seen, to be compared with what the real thing shows. */
export function viewOf({ sessions, deliveries, approvals }: Model): unknown {
  return {
    turns: sessions.map(({ turns }) =>
      turns.map(({ label, origin, state, code, repeatOf }) => [label, origin, state, code, repeatOf !== null]),
    ),
    deliveries: sessions.map((session) =>
      deliveries
        .filter((one) => one.to === session)
        .map((one) => [
          one.seq,
          one.kind,
          one.from.name,
          one.status,
          one.outcome,
          one.code,
          one.isHeld,
          one.request === null ? null : labelOf(one.request),
          one.retryOf === null ? null : labelOf(one.retryOf),
        ]),
    ),
    approvals: approvals.map(({ from, to, state, lostAt }) => [
      from.name,
      to.name,
      state,
      state === 'pending' && lostAt !== null,
    ]),
  }
}
