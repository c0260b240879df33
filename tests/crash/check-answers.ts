import type Database from 'better-sqlite3'
import { z } from 'zod'
import { partSchema, textOf } from '#shared/message.ts'
import type { Violation } from './violation.ts'

const partsSchema = z.array(partSchema)
const sentSchema = z.object({ requestId: z.string() })
const refusedSchema = z.object({ error: z.object({ code: z.string() }) })

/** What the tools told the calling agents, and what results carry, against the rows. */
export function checkAnswers(sqlite: Database.Database): Violation[] {
  return [...checkToolAnswers(sqlite), ...checkFrozen(sqlite)]
}

function checkToolAnswers(sqlite: Database.Database): Violation[] {
  const violations: Violation[] = []
  const sentBy = sqlite
    .prepare<[string], string>(
      `SELECT a.turn_id FROM deliveries d JOIN approvals a ON a.id = d.approval_id WHERE d.id = ? AND a.state = 'approved'`,
    )
    .pluck()
  const deniedIn = sqlite
    .prepare<[string], number>("SELECT count(*) FROM approvals WHERE turn_id = ? AND state = 'denied'")
    .pluck()
  const rows = sqlite
    .prepare<[], { turn: string; parts: string }>(
      `SELECT turn_id AS turn, parts FROM messages WHERE turn_id IS NOT NULL AND role = 'assistant' AND parts LIKE '%session\\_%' ESCAPE '\\'`,
    )
    .iterate()
  for (const { turn, parts } of rows) {
    for (const part of partsSchema.parse(JSON.parse(parts))) {
      if (part.type !== 'tool' || !/session_(send|create)$/.test(part.toolName)) continue
      const sent = sentSchema.safeParse(part.output)
      if (part.state === 'succeeded' && (!sent.success || sentBy.get(sent.data.requestId) !== turn)) {
        violations.push({ kind: 'lost', what: `a caller was told of a request that it did not send: Turn ${turn}` })
      }
      const refused = refusedSchema.safeParse(part.output)
      if (refused.success && refused.data.error.code === 'APPROVAL_DENIED' && deniedIn.get(turn) === 0) {
        violations.push({ kind: 'wrong', what: `a caller was told of a no that nobody said: Turn ${turn}` })
      }
    }
  }
  return violations
}

/** A result holds every text part of the answer that it froze, and nothing else. */
function checkFrozen(sqlite: Database.Database): Violation[] {
  const rows = sqlite
    .prepare<[], { id: string; frozen: string; answer: string }>(
      `SELECT r.id, m.text AS frozen, s.parts AS answer FROM deliveries r
       JOIN messages m ON m.id = r.message_id JOIN messages s ON s.id = r.source_message_id WHERE r.kind = 'result'`,
    )
    .all()
  return rows.flatMap(({ id, frozen, answer }): Violation[] => {
    const texts = partsSchema
      .parse(JSON.parse(answer))
      .filter((part) => part.type === 'text' && part.text.trim() !== '')
    const isWhole = texts.length === 0 ? frozen.startsWith('The request ') : frozen === textOf(texts)
    return isWhole ? [] : [{ kind: 'wrong', what: `a result is not what its Turn answered: ${id}` }]
  })
}
