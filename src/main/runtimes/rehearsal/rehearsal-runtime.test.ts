import { describe, expect, test } from 'vitest'
import { refuse, startFakeTools, type FakeSession } from '#tests/support/fake-session-tools.ts'
import { runRuntime, type RunOptions } from '#tests/support/run-runtime.ts'
import { createManualClock } from '#tests/support/manual-clock.ts'
import { systemClock, type Clock } from '../../kernel/clock.ts'
import { silentLogger } from '../../kernel/logger.ts'
import { noPace, steadyPace } from '../runtime-deps.ts'
import { createRehearsalRuntime } from './rehearsal-runtime.ts'

const sessions: readonly FakeSession[] = [
  { sessionId: 's-self', sessionName: 'Auth plan', agentName: 'Planner', isCurrent: true },
  { sessionId: 's-auth', sessionName: 'Auth fix', agentName: 'Backend' },
  { sessionId: 's-notes', sessionName: '发布说明', agentName: 'Writer' },
  { sessionId: 's-docs', sessionName: 'Docs', agentName: 'Writer', text: 'the zebra paragraph' },
]
const runtime = createRehearsalRuntime({ clock: systemClock, logger: silentLogger, pace: noPace })

async function rehearse(text: string, options: RunOptions = {}) {
  const fakeTools = options.fakeTools ?? (await startFakeTools({ sessions }))
  return runRuntime(runtime, { version: 1, kind: 'rehearsal' }, text, { ...options, fakeTools })
}

describe('the rehearsal in an interactive Turn', () => {
  test('asks the one session that fits, through the tools, and never itself', async () => {
    const run = await rehearse('ask the auth session to finish the auth fix and report back')
    expect(run.end).toEqual({ end: 'stop' })
    expect(run.tools.calls).toEqual([
      { tool: 'session_search', input: { query: 'auth', limit: 20 } },
      {
        tool: 'session_send',
        input: { target_session_id: 's-auth', message: 'finish the auth fix and report back', reply: 'completion' },
      },
    ])
    expect(run.text).toContain('“Auth fix” was accepted')
    expect(run.text).toContain('request-1')
  })

  test('tells without asking for an answer', async () => {
    const run = await rehearse('tell the Docs session that the release is on Monday')
    expect(run.tools.calls.at(-1)).toEqual({
      tool: 'session_send',
      input: { target_session_id: 's-docs', message: 'the release is on Monday', reply: 'none' },
    })
    expect(run.text).toContain('No answer will come back')
  })

  test('understands Chinese and answers in it', async () => {
    const run = await rehearse('请让 发布说明 会话 写好说明并回报')
    expect(run.tools.calls.at(-1)).toEqual({
      tool: 'session_send',
      input: { target_session_id: 's-notes', message: '写好说明并回报', reply: 'completion' },
    })
    expect(run.text).toContain('「发布说明」的请求已被接受')
  })

  test('makes a new session', async () => {
    const run = await rehearse('new session "Changelog": write the changelog of 2.1')
    expect(run.tools.calls).toEqual([
      { tool: 'session_create', input: { message: 'write the changelog of 2.1', title: 'Changelog' } },
    ])
    expect(run.text).toContain('The new session “Changelog” was made')
  })

  test('asks back when two fit equally, and sends nothing', async () => {
    const two = [...sessions, { sessionId: 's-auth-2', sessionName: 'Auth docs', agentName: 'Writer' }]
    const run = await rehearse('ask the auth session to stop', { fakeTools: await startFakeTools({ sessions: two }) })
    expect(run.tools.calls.map(({ tool }) => tool)).toEqual(['session_search'])
    expect(run.text).toContain('Which one do you mean by “auth”?')
    expect(run.text).toContain('“Auth fix” (Backend)')
    expect(run.text).toContain('“Auth docs” (Writer)')
    expect(run.text).not.toContain('Auth plan')
  })

  test('tells two sessions of one name apart by their agents, or by id', async () => {
    const id = '0190f7a2-0000-7000-8000-000000000001'
    const twins = [
      { sessionId: 's-1', sessionName: 'Deploy', agentName: 'Backend' },
      { sessionId: id, sessionName: 'Deploy', agentName: 'Frontend' },
    ]
    const both = await rehearse('ask Deploy to wait', { fakeTools: await startFakeTools({ sessions: twins }) })
    expect(both.text).toContain('Which one')
    const named = await rehearse('ask "Deploy" of Backend to wait', {
      fakeTools: await startFakeTools({ sessions: twins }),
    })
    expect(named.tools.calls.at(-1)?.input['target_session_id']).toBe('s-1')
    const byId = await rehearse(`ask ${id} to wait`, { fakeTools: await startFakeTools({ sessions: twins }) })
    expect(byId.tools.calls.map(({ tool }) => tool)).toEqual(['session_list', 'session_send'])
    expect(byId.tools.calls.at(-1)?.input['target_session_id']).toBe(id)
  })

  test('finds a session by what was said in it', async () => {
    const run = await rehearse('ask the zebra session to shorten it')
    expect(run.tools.calls.at(-1)?.input['target_session_id']).toBe('s-docs')
  })

  test('walks the whole list before it says that none fits', async () => {
    const many = Array.from({ length: 250 }, (_, n) => ({
      sessionId: `s-${n}`,
      sessionName: `Room ${n}`,
      agentName: 'A',
    }))
    const run = await rehearse('ask the quartz session to sing', {
      fakeTools: await startFakeTools({ sessions: many }),
    })
    expect(run.tools.calls.map(({ tool }) => tool)).toEqual([
      'session_search',
      'session_list',
      'session_list',
      'session_list',
    ])
    expect(run.text).toContain('No session fits “quartz”')
    expect(run.end).toEqual({ end: 'stop' })
  })

  test('stops at a denial and says so', async () => {
    const fakeTools = await startFakeTools({
      sessions,
      answer: ({ tool }) =>
        tool === 'session_send' ? refuse('APPROVAL_DENIED', 'The person denied it.', 'Tell them.') : null,
    })
    const run = await rehearse('ask Auth fix to go on', { fakeTools })
    expect(run.end).toEqual({ end: 'stop' })
    expect(run.text).toContain('You denied it, so nothing was sent.')
    expect(run.tools.calls).toHaveLength(2)
    expect(run.events).toContainEqual({
      type: 'tool-result',
      toolCallId: 'rehearsal_turn-1_1',
      output: { ok: false, error: { code: 'APPROVAL_DENIED', message: 'The person denied it.', hint: 'Tell them.' } },
      isError: true,
    })
  })

  test('passes on a refusal with its hint', async () => {
    const fakeTools = await startFakeTools({
      sessions,
      answer: () => refuse('QUOTA_EXCEEDED', 'Too many open requests.', 'Wait for one to end.'),
    })
    const run = await rehearse('list', { fakeTools })
    expect(run.text).toBe('It was not done: Too many open requests. Wait for one to end. (QUOTA_EXCEEDED)')
  })

  test('lists, finds, says and explains itself', async () => {
    expect((await rehearse('list sessions')).text).toContain('“Auth plan” (Planner) · this one')
    expect((await rehearse('find zebra')).text).toContain(
      'One session fits “zebra”:\n- “Docs” (Writer): the zebra paragraph',
    )
    expect((await rehearse('say hello, world')).text).toBe('hello, world')
    expect((await rehearse('make me a sandwich')).text).toContain('a script, no AI')
    expect((await rehearse('做个三明治')).text).toContain('没有 AI')
  })

  test('fails when told to', async () => {
    const run = await rehearse('fail: the disk is full')
    expect(run.end).toEqual({
      end: 'failed',
      error: { code: 'RUNTIME_ERROR', message: 'The rehearsal reported an error. It said: “the disk is full”' },
    })
  })

  test('waits until it is stopped', async () => {
    const stop = new AbortController()
    const run = await rehearse('wait until stopped', {
      signal: stop.signal,
      onEvent: (event) => {
        if (event.type === 'break') stop.abort()
      },
    })
    expect(run.end).toEqual({ end: 'stopped' })
    expect(run.text).toContain('Waiting until I am stopped')
  })

  test('waits a time and goes on', async () => {
    const run = await rehearse('wait 5ms then say done')
    expect(run.end).toEqual({ end: 'stop' })
    expect(run.text).toMatch(/Waiting 0.005 s…\s+done$/)
  })
})

describe('a long wait', () => {
  test('says that it is alive until its time has passed', async () => {
    const clock = hurriedClock()
    const patient = createRehearsalRuntime({ clock, logger: silentLogger, pace: steadyPace(clock, 10) })
    const run = await runRuntime(patient, { version: 1, kind: 'rehearsal' }, 'wait 10 minutes then say done')
    expect(run.end).toEqual({ end: 'stop' })
    expect(run.text).toMatch(/done$/)
    expect(clock.monotonic()).toBeGreaterThanOrEqual(600_000)
    expect(run.events.filter(({ type }) => type === 'alive').length).toBeGreaterThanOrEqual(30)
  })
})

/** A clock on which every wait is over at once. */
function hurriedClock(): Clock {
  const clock = createManualClock()
  return {
    ...clock,
    after: (ms, run) => {
      const stop = clock.after(ms, run)
      queueMicrotask(() => clock.advance(ms))
      return stop
    },
  }
}

describe('the rehearsal in a headless Turn', () => {
  const headless = { interaction: 'headless' } as const

  test('answers a request honestly and calls no session tool', async () => {
    for (const text of ['ask the docs session to help', 'write the release notes', 'find zebra']) {
      const run = await rehearse(text, { ...headless, origin: 'request' })
      expect(run.tools.calls).toEqual([])
      expect(run.end).toEqual({ end: 'stop' })
      expect(run.text).toContain('no AI worked on it')
      expect(run.text).toContain(`> ${text}`)
    }
  })

  test('fails a request that says so', async () => {
    expect((await rehearse('fail', { ...headless, origin: 'request' })).end).toMatchObject({ end: 'failed' })
  })

  test('sums up a result with the name of the session that it came from', async () => {
    const run = await rehearse('All tests pass.', {
      ...headless,
      origin: 'result',
      input: { role: 'user', parts: [{ type: 'text', text: 'note: the result of request-1\n<<<All tests pass.>>>' }] },
      history: [
        { role: 'user', parts: [{ type: 'text', text: 'ask Auth fix to run the tests' }] },
        {
          role: 'assistant',
          parts: [
            {
              type: 'tool',
              toolCallId: 't',
              toolName: 'mcp__cherry-tools__session_send',
              input: {},
              state: 'succeeded',
              output: {
                ok: true,
                requestId: 'request-1',
                delivery: { receiverSnapshot: { agentName: 'Backend', sessionName: 'Auth fix' } },
              },
            },
          ],
        },
      ],
    })
    expect(run.text).toBe('The result of “Auth fix” came back:\n\n> All tests pass.')
    expect(run.tools.calls).toEqual([])
  })
})
