import type DatabaseConstructor from 'better-sqlite3'

type Sqlite = InstanceType<typeof DatabaseConstructor>

const MINUTE = 60_000
const agents = ['Planner', 'Reviewer', 'Coder'] as const
const names = [
  ['发布说明 2.4', 'Release checklist', 'Onboarding copy', '设计台'],
  ['Rate limit review', 'Token refresh test fails', '接口文档校对', 'Token audit, Q3'],
  ['Auth fix', 'Flaky e2e', 'Migrate settings store', 'On call'],
] as const
const texts = [
  'Does the mock still rotate twice?',
  'Run the refresh suite once more.',
  '用一句话写进说明。',
  'Which of the two clocks wins?',
]

/**
 * Rows for looking at the map, written past the services while no Turn runs: three Agents with four Sessions each, and
 * `requests` requests in the hours before `now`, with their Turns and results. The newest wait, run and ask; every
 * eleventh failed and every seventeenth was cut off. The same numbers give the same rows.
 */
export function fillMap(
  sqlite: Sqlite,
  { now, requests, hours }: { now: number; requests: number; hours: number },
): void {
  const start = now - hours * 60 * MINUTE
  const insert = (table: string, row: Record<string, unknown>): void => {
    const keys = Object.keys(row)
    sqlite
      .prepare(`INSERT INTO ${table} (${keys.join(', ')}) VALUES (${keys.map((key) => `@${key}`).join(', ')})`)
      .run(row)
  }
  const sessions = agents.flatMap((agent, a) =>
    (names[a] ?? []).map((name, s) => ({ id: `map-s${a}${s}`, agentId: `map-${agent}`, agent, name })),
  )
  const seqs = new Map<string, number>()
  let seed = requests
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const at = (index: number) => sessions[index % sessions.length] ?? { id: '', agentId: '', agent: '', name: '' }

  const turn = (id: string, sessionId: string, row: Record<string, unknown>): void =>
    insert('turns', {
      ...{
        id,
        session_id: sessionId,
        interaction: 'headless',
        input_message_id: `m-${id}`,
        trace_id: `trace-${id}`,
        hop: 0,
      },
      ...{ steps: 1, needs_consent: 0, ended_at: null, error_code: null, error_message: null },
      ...row,
    })
  const delivery = (id: string, from: number, to: number, acceptedAt: number, row: Record<string, unknown>): void => {
    const [sender, receiver] = [at(from), at(to)]
    const seq = (seqs.get(receiver.id) ?? 0) + 1
    seqs.set(receiver.id, seq)
    const text = texts[seq % texts.length] ?? ''
    insert('messages', {
      ...{
        id: `m-${id}`,
        session_id: receiver.id,
        role: 'user',
        parts: JSON.stringify([{ type: 'text', text }]),
        text,
      },
      ...{ status: 'complete', in_chat: 0, left_out: 0, created_at: acceptedAt },
    })
    insert('deliveries', {
      ...{
        id,
        kind: 'request',
        sender_agent_id: sender.agentId,
        sender_session_id: sender.id,
        sender_agent_name: sender.agent,
      },
      ...{ sender_session_name: sender.name, receiver_agent_id: receiver.agentId, receiver_session_id: receiver.id },
      ...{ receiver_agent_name: receiver.agent, receiver_session_name: receiver.name, reply_policy: 'completion' },
      ...{
        status: 'accepted',
        outcome: null,
        error_code: null,
        error_message: null,
        message_id: `m-${id}`,
        in_reply_to: null,
      },
      ...{
        turn_id: null,
        seq,
        approval_id: null,
        trace_id: `trace-${from}`,
        hop: 1,
        on_result: 'wake',
        held: 0,
        attempts: 0,
      },
      ...{ accepted_at: acceptedAt, started_at: null, finished_at: null, seen_at: null, status_at: acceptedAt },
      ...row,
    })
  }

  sqlite.transaction(() => {
    for (const agent of agents) {
      insert('agents', {
        ...{
          id: `map-${agent}`,
          name: agent,
          emoji: '',
          runtime: '{"version":1,"kind":"rehearsal"}',
          instructions: '',
        },
        ...{ workspace: '{"version":1,"kind":"own-folder"}', reach: 'open', created_at: start, updated_at: start },
      })
    }
    for (const { id, agentId, name } of sessions) {
      insert('sessions', {
        ...{
          id,
          agent_id: agentId,
          name,
          name_set_by_person: 1,
          description: '',
          workspace: '/tmp',
          origin: 'user',
          reach: 'open',
        },
        ...{ created_at: start, last_activity_at: now, seen_at: now },
      })
    }
    // Bursts: one Session asks another several times in a row, as work does.
    const step = ((now - start) * 0.86) / requests
    for (let n = 0, left = 0, from = 0, to = 0; n < requests; n += 1, left -= 1) {
      if (left <= 0) {
        left = 1 + random(Math.min(6, 1 + requests / 10))
        from = random(sessions.length)
        to = (from + 1 + random(sessions.length - 1)) % sessions.length
      }
      const acceptedAt = Math.round(start + n * step)
      const startedAt = acceptedAt + random(requests < 10 ? 4 * MINUTE : step)
      const finishedAt = Math.round(startedAt + step * 0.7 + random(step))
      const outcome = n % 17 === 16 ? 'interrupted' : n % 11 === 10 ? 'failed' : 'success'
      const id = `map-q${n}`
      if (left === 1 || n === 0) {
        turn(`map-o${n}`, at(from).id, {
          ...{
            origin: 'person',
            state: 'succeeded',
            created_at: acceptedAt,
            started_at: acceptedAt - Math.round(step * 0.8),
          },
          ...{ ended_at: acceptedAt + Math.round(step * 0.4) },
        })
      }
      turn(`map-t${n}`, at(to).id, {
        ...{ origin: 'request', state: outcome === 'success' ? 'succeeded' : outcome, created_at: acceptedAt },
        ...{ started_at: startedAt, ended_at: finishedAt, error_code: outcome === 'interrupted' ? 'CANCELLED' : null },
      })
      const ended = {
        status: 'consumed',
        outcome,
        started_at: startedAt,
        finished_at: finishedAt,
        status_at: finishedAt,
        turn_id: `map-t${n}`,
      }
      delivery(id, from, to, acceptedAt, {
        ...ended,
        error_code: outcome === 'interrupted' ? 'CANCELLED' : outcome === 'failed' ? 'RUNTIME_ERROR' : null,
      })
      const seenAt = finishedAt + random(step / 2)
      const back = {
        started_at: seenAt,
        finished_at: seenAt + 1000,
        seen_at: seenAt,
        status_at: seenAt,
        turn_id: `map-b${n}`,
      }
      turn(`map-b${n}`, at(from).id, {
        ...{
          origin: 'result',
          state: 'succeeded',
          created_at: finishedAt,
          started_at: seenAt,
          ended_at: seenAt + Math.round(step / 3),
        },
      })
      delivery(`map-r${n}`, to, from, finishedAt, {
        kind: 'result',
        reply_policy: 'none',
        in_reply_to: id,
        status: 'consumed',
        outcome,
        ...back,
      })
    }
    // Now: one asks, one runs for another, and two wait for it.
    const ago = (share: number): number => Math.round(now - (now - start) * share)
    turn('map-ask', at(1).id, {
      origin: 'person',
      interaction: 'interactive',
      state: 'running',
      created_at: ago(0.12),
      started_at: ago(0.12),
    })
    insert('approvals', {
      ...{
        id: 'map-approval',
        turn_id: 'map-ask',
        tool_call_id: 'call',
        tool: 'session_send',
        sender_agent_id: at(1).agentId,
      },
      ...{
        sender_session_id: at(1).id,
        sender_agent_name: at(1).agent,
        sender_session_name: at(1).name,
        target_agent_id: at(8).agentId,
      },
      ...{
        target_session_id: at(8).id,
        arguments: '{"message":"x","title":null,"targetSessionId":null,"reply":"completion"}',
        argument_hash: '',
      },
      ...{
        preview: JSON.stringify({ version: 1, target: { sessionName: at(8).name } }),
        options: '{}',
        state: 'pending',
        created_at: ago(0.07),
      },
    })
    turn('map-run', at(9).id, { origin: 'request', state: 'running', created_at: ago(0.1), started_at: ago(0.09) })
    delivery('map-go', 5, 9, ago(0.1), {
      status: 'delivering',
      turn_id: 'map-run',
      started_at: ago(0.09),
      status_at: ago(0.09),
    })
    delivery('map-w1', 4, 9, ago(0.06), {})
    delivery('map-w2', 4, 9, ago(0.05), {})
    delivery('map-kept', 8, 0, ago(0.04), {
      ...{ kind: 'result', reply_policy: 'none', in_reply_to: 'map-nowhere', outcome: 'success', held: 1 },
    })
  })()
}
