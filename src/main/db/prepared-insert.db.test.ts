import { expect, it } from 'vitest'
import { openTestDatabase } from '#tests/support/database.ts'
import { deliveryRow } from '#tests/support/filled-store.ts'
import { preparedInsert } from './prepared-insert.ts'
import { deliveries, searchPending, turns, sessions } from './schema/index.ts'

it('writes what drizzle reads back: booleans, JSON, NULL for what is left out, a number for an automatic key', async () => {
  await using test = await openTestDatabase()
  const row = { ...deliveryRow(1), kind: 'result' as const, replyPolicy: 'none' as const, inReplyTo: 'r', held: true }
  preparedInsert(test.db, deliveries)(row)
  expect(test.db.orm.select().from(deliveries).get()).toMatchObject({ ...row, expiresAt: null, retryOf: null })
  preparedInsert(test.db, searchPending)({ kind: 'message', refId: 'm' })
  expect(test.db.orm.select().from(searchPending).all()).toEqual([{ seq: 1, kind: 'message', refId: 'm' }])
  preparedInsert(
    test.db,
    sessions,
  )({
    ...{ id: 's', name: 's', nameSetByPerson: true, description: '', workspace: '', origin: 'user', reach: 'open' },
    ...{ createdAt: 1, lastActivityAt: 1 },
  })
  preparedInsert(
    test.db,
    turns,
  )({
    ...{ id: 't', sessionId: 's', interaction: 'headless', origin: 'request', state: 'queued', inputMessageId: 'm' },
    ...{ traceId: 't', hop: 1, createdAt: 1, steps: 0, needsConsent: false, usage: { inputTokens: 3 } },
  })
  expect(test.db.orm.select().from(turns).get()).toMatchObject({
    usage: { inputTokens: 3 },
    needsConsent: false,
    startedAt: null,
  })
})

it('leaves the rules of the schema in force', async () => {
  await using test = await openTestDatabase()
  const insert = preparedInsert(test.db, deliveries)
  insert(deliveryRow(1))
  expect(() => insert(deliveryRow(1))).toThrow(expect.objectContaining({ code: 'SQLITE_CONSTRAINT_UNIQUE' }))
  expect(() => insert({ ...deliveryRow(2), held: true })).toThrow(
    expect.objectContaining({ code: 'SQLITE_CONSTRAINT_CHECK' }),
  )
})
