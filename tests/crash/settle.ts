import path from 'node:path'
import Database from 'better-sqlite3'
import { decisionFor } from './load.ts'
import type { Random } from './random.ts'
import type { RelayProcess } from './relay-process.ts'
import type { Told } from './told.ts'

/** What still runs or waits to run by itself: neither what is kept for a person nor what waits in the trash. */
const underWay = `
  SELECT (SELECT count(*) FROM turns WHERE state = 'running')
    + (SELECT count(*) FROM turns t JOIN sessions s ON s.id = t.session_id JOIN agents a ON a.id = s.agent_id
       WHERE t.state = 'queued' AND t.needs_consent = 0 AND s.trashed_at IS NULL AND a.deleted_at IS NULL)
    + (SELECT count(*) FROM deliveries d JOIN sessions s ON s.id = d.receiver_session_id JOIN agents a ON a.id = s.agent_id
       WHERE d.status = 'delivering' OR (d.status = 'accepted' AND d.held = 0 AND s.trashed_at IS NULL AND a.deleted_at IS NULL))`

/**
 * Waits until all that runs by itself has run, answering the questions that the waiting messages ask. `gone` when the
 * process went first, `stuck` when nothing moves any more although something should.
 */
export async function settle(
  relay: RelayProcess,
  dataDir: string,
  deps: { random: Random; told: Told },
): Promise<'settled' | 'gone' | 'stuck'> {
  const { random, told } = deps
  const sqlite = new Database(path.join(dataDir, 'relay.db'), { readonly: true, fileMustExist: true })
  const left = sqlite.prepare<[], number>(underWay).pluck()
  try {
    const resumed = await relay.client.call('settings.update', { dispatchPaused: false })
    if (!resumed.ok) return await goneOrStuck(relay)
    const quiet = relay.until(async () => {
      const open = await relay.client.call('approvals.open', {})
      for (const approval of open.ok ? open.value : []) {
        // A left-over question may stay one; a tool that waits is answered.
        if (approval.waiterLostAt !== null && random.chance(0.5)) continue
        const answer = await relay.client.call('approvals.answer', {
          id: approval.id,
          decision: decisionFor(approval, random),
        })
        if (answer.ok) told.approval(answer.value.approval, answer.value.result === 'settled')
      }
      return left.get() === 0
    })
    const settled = await Promise.race([quiet, patience()])
    if (settled === true) return 'settled'
    return settled === null ? 'gone' : await goneOrStuck(relay)
  } finally {
    sqlite.close()
  }
}

/** A connection is lost a moment before the process that held it is seen to be gone. */
async function goneOrStuck(relay: RelayProcess): Promise<'gone' | 'stuck'> {
  const moment = new Promise<void>((resolve) => {
    setTimeout(resolve, GONE_WITHIN_MS).unref()
  })
  await Promise.race([relay.gone, moment])
  return relay.isGone() ? 'gone' : 'stuck'
}

const GONE_WITHIN_MS = 5_000

/** No deadline of the app's: only an end to a hang. */
const PATIENCE_MS = 120_000

function patience(): Promise<'stuck'> {
  return new Promise((resolve) => {
    setTimeout(() => resolve('stuck'), PATIENCE_MS).unref()
  })
}

/** Brings back what the last load threw away, so that the next one has Sessions to work with. */
export async function bringBack(relay: RelayProcess, told: Told): Promise<void> {
  const deleted = await relay.client.call('agents.list', { deleted: true })
  for (const agent of deleted.ok ? deleted.value : []) await relay.client.call('agents.restore', { id: agent.id })
  const trashed = await relay.client.call('sessions.list', { filter: { trashed: true } })
  for (const session of trashed.ok ? trashed.value.rows : []) {
    told.places.set(session.id, 'unsure')
    const restored = await relay.client.call('sessions.restore', { id: session.id })
    if (restored.ok) told.places.set(session.id, 'here')
  }
}
