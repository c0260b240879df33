import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBed, resultOf } from '#tests/support/delegation-bed.ts'
import { checkPromises } from './check-promises.ts'
import { Told } from './told.ts'

/* The harness must see what it is there to see: each case breaks one promise behind the app's back. */

let bed: Awaited<ReturnType<typeof openBed>>
let told: Told

beforeEach(async () => {
  bed = await openBed()
  told = new Told()
  const asking = bed.ask('finish the fix')
  const requestId = await bed.approveNext()
  await resultOf(bed.it, requestId)
  await bed.it.until(() => {
    const open = bed.core.deliveryList.page({ statuses: ['accepted', 'delivering'] }, null, 1)
    return open.ok && open.value.total === 0
  })
  const page = bed.core.deliveryList.page({}, null, 10)
  for (const row of page.ok ? page.value.rows : []) told.delivery(row)
  told.requests.add(requestId)
  told.turn(asking.id, textOf(asking.inputMessageId))
})
afterEach(() => bed.it[Symbol.asyncDispose]())

function textOf(messageId: string): string {
  return (
    bed.core.db.sqlite.prepare<[string], string>('SELECT text FROM messages WHERE id = ?').pluck().get(messageId) ?? ''
  )
}

function found(): string[] {
  return checkPromises(path.join(bed.it.dir, 'data'), told).violations.map(({ kind, what }) => `${kind}: ${what}`)
}

test('a database in order is in order', () => {
  expect(found()).toEqual([])
})

test.each([
  ['lost: an ended completion request has no result', "DELETE FROM deliveries WHERE kind = 'result'"],
  ['lost: an accepted delivery is gone from the table', "DELETE FROM deliveries WHERE kind = 'result'"],
  ['lost: a delivery that was told is gone', "DELETE FROM deliveries WHERE kind = 'result'"],
  ['lost: a request that was told is gone', "DELETE FROM deliveries WHERE kind = 'request'"],
  ['lost: a message that was told is gone', "DELETE FROM turns WHERE origin = 'person'"],
  [
    'wrong: a result is not what its Turn answered',
    "UPDATE messages SET text = 'better' WHERE id = (SELECT message_id FROM deliveries WHERE kind = 'result')",
  ],
  [
    'wrong: what was sent is not what was approved',
    "UPDATE messages SET text = 'more' WHERE id = (SELECT message_id FROM deliveries WHERE kind = 'request')",
  ],
  ['wrong: a request was sent without a yes', "UPDATE approvals SET state = 'denied', request_id = NULL"],
  [
    'wrong: an approval stands otherwise than the audit log says',
    "UPDATE approvals SET state = 'denied', request_id = NULL",
  ],
  [
    'wrong: a delivery stands otherwise than the audit log says',
    "UPDATE deliveries SET status = 'failed' WHERE kind = 'request'",
  ],
  [
    'wrong: a consumed request says something else than its Turn',
    "UPDATE deliveries SET outcome = 'failed' WHERE kind = 'request'",
  ],
  ['wrong: a result differs from its request', "UPDATE deliveries SET outcome = 'failed' WHERE kind = 'result'"],
  ['wrong: numbers are missing in the order', "UPDATE deliveries SET seq = 7 WHERE kind = 'request'"],
  ['wrong: an ended Turn still writes', "UPDATE messages SET status = 'streaming' WHERE role = 'assistant'"],
  [
    'wrong: the audit chain is broken',
    "DROP TRIGGER audit_log_no_update; UPDATE audit_log SET detail = '{}' WHERE seq = 2",
  ],
])('%s', (what, sql) => {
  bed.core.db.sqlite.exec(sql)
  expect(found().some((line) => line.startsWith(what))).toBe(true)
})
