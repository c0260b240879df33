import { performance } from 'node:perf_hooks'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { Db } from '#main/db/open-database.ts'
import { systemIds } from '#main/kernel/ids.ts'
import { silentLogger } from '#main/kernel/logger.ts'
import { sessionList, type SessionListAnswer } from '#main/mcp/declarations/session-list.ts'
import type { SessionToolServices } from '#main/mcp/session-tool-services.ts'
import { createToolBridge } from '#main/mcp/tool-bridge.ts'
import { createSessionDirectory, type SessionDirectory } from '#main/sessions/session-directory.ts'
import { ok } from '#shared/result.ts'
import { openTestDatabase } from '../support/database.ts'
import { insertAgent } from '../support/relay-rows.ts'
import type { BenchRow } from './bench-row.ts'

const SESSIONS = 100_000
const AGENTS = 20
const FIRST_ACTIVITY = Date.UTC(2026, 0, 1)
const WARM_UP = 500
/** A p95 is taken a round; the median of the rounds counts, so that one disturbed round decides nothing. */
const ROUNDS = 7
const CALLS_A_ROUND = 400
const TARGET = 3

type Runner = { readonly name: string; readonly call: () => Promise<void>; readonly times: number[] }

/** A page of session_list over the bridge, beside an echo tool that answers the same bytes under the same schemas. */
export async function sessionListBench(): Promise<BenchRow[]> {
  await using store = await openTestDatabase()
  fill(store.db)
  const directory = createSessionDirectory(store.db)
  const list = await connect(await bridgeEnd(directory))
  const echo = await connect(await echoEnd(directory))
  const since = (activity: number): string => new Date(FIRST_ACTIVITY + activity * 1000).toISOString()
  const peer: Runner = { name: 'echo', times: [], call: () => callTool(echo, {}).then(() => undefined) }
  const runners = [
    pager('session_list', list, {}),
    pager('session_list, one agent', list, { agent_id: 'agent-3' }),
    pager('session_list, active: 400 of 100,000', list, { active_since: since(SESSIONS - 400) }),
    pager('session_list, active: half', list, { active_since: since(SESSIONS / 2) }),
  ]
  // In turn, so that whatever else the machine does falls on all alike.
  for (let i = 0; i < WARM_UP + ROUNDS * CALLS_A_ROUND; i += 1) {
    for (const runner of [peer, ...runners]) {
      const started = performance.now()
      await runner.call()
      if (i >= WARM_UP) runner.times.push(performance.now() - started)
    }
  }
  const reference = medianP95(peer.times)
  return runners.map(({ name, times }, index) => {
    const value = medianP95(times)
    const ratio = round(value / reference)
    const isPromised = index === 0
    return {
      name: `${name}: p95 of a page`,
      value: round(value),
      unit: 'ms',
      reference: `echo tool ${round(reference)} ms`,
      ratio,
      target: isPromised ? `≤ ${TARGET} × echo` : '',
      met: isPromised ? ratio <= TARGET : null,
    }
  })
}

function fill(db: Db): void {
  for (let i = 0; i < AGENTS; i += 1) insertAgent(db, { id: `agent-${i}`, name: `Agent ${i}` })
  db.sqlite
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < @last)
       INSERT INTO sessions (id, agent_id, name, name_set_by_person, description, workspace, origin, reach, created_at,
         last_activity_at)
       SELECT printf('019b7dbd-9800-7000-8000-%012d', i), 'agent-' || (i % ${AGENTS}),
         CASE WHEN i % 2 THEN '修复登录问题 ' || i ELSE 'Fix the login, part ' || i END, 0, '', '/tmp', 'user', 'open',
         @first + i, @first + (i * 7919 % (@last + 1)) * 1000 FROM n`,
    )
    .run({ last: SESSIONS - 1, first: FIRST_ACTIVITY })
}

async function bridgeEnd(directory: SessionDirectory): Promise<Transport> {
  const unused = (): never => {
    throw new Error('only session_list is measured')
  }
  const services: SessionToolServices = {
    authorise: () => ok(undefined),
    list: ({ sessionId }, args) => directory.list({ callerSessionId: sessionId, ...args }),
    search: unused,
    create: unused,
    send: unused,
    deliveries: unused,
  }
  const caller = { agentId: 'agent-0', sessionId: 'caller', turnId: 'turn' }
  const bridge = await createToolBridge({ caller, services, instructions: '', ids: systemIds, logger: silentLogger })
  return bridge.clientTransport
}

async function echoEnd(directory: SessionDirectory): Promise<Transport> {
  const page = directory.list({ callerSessionId: 'caller', agentId: null, activeSince: null, cursor: null, limit: 50 })
  if (!page.ok) throw new Error(page.error.code)
  const answer = { ...page.value }
  const server = new McpServer({ name: 'echo', version: '1.0.0' })
  const { name, description, input, output } = sessionList
  server.registerTool(name, { description, inputSchema: input, outputSchema: output }, () => ({
    structuredContent: answer,
    content: [{ type: 'text', text: JSON.stringify(answer) }],
  }))
  const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair()
  await server.connect(serverEnd)
  return clientEnd
}

async function connect(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1.0.0' })
  await client.connect(transport)
  // From now on it checks answers against their schemas, as a client does that has listed the tools.
  await client.listTools()
  return client
}

/** Walks the list page by page, and starts again at its end. */
function pager(name: string, client: Client, filter: object): Runner {
  let cursor: string | null = null
  return {
    name,
    times: [],
    call: async () => {
      cursor = (await callTool(client, cursor === null ? { ...filter } : { ...filter, cursor })).nextCursor
    },
  }
}

async function callTool(client: Client, args: Record<string, unknown>): Promise<SessionListAnswer> {
  const { structuredContent } = await client.callTool({ name: 'session_list', arguments: args })
  return structuredContent as SessionListAnswer
}

function medianP95(times: readonly number[]): number {
  const rounds = Array.from({ length: ROUNDS }, (_, round) =>
    times.slice(round * CALLS_A_ROUND, (round + 1) * CALLS_A_ROUND),
  )
  return quantile(
    rounds.map((round) => quantile(round, 0.95)),
    0.5,
  )
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
